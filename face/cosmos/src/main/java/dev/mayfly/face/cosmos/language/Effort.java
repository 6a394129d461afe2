package dev.mayfly.face.cosmos.language;

/** Counts the rows that are made of one item, which a few joins multiply. Used by one thread. */
final class Effort {
    /** Far beyond what an answer can hold. */
    static final long ROWS_MAX = 20_000_000;

    private long rows;

    void begin() {
        rows = 0;
    }

    void countRow() {
        if (++rows > ROWS_MAX) {
            throw QueryErrors.refusal("The joins of the SQL query make too many rows of one item. The allowed limit is "
                    + ROWS_MAX + ".");
        }
    }
}
