package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.query.RequestGuard;

/** Counts the rows that sources make, which a few joins multiply. Used by one thread. */
final class RowBudget {
    /** The most rows of one item; far beyond what an answer can hold. */
    static final long ITEM_ROWS_MAX = 5_000_000;

    /** The most rows of all items that one page, or one group of rows, looks at. */
    static final long ROWS_MAX = 500_000_000;

    private final RequestGuard guard = RequestGuard.current();
    private long rows;
    private long itemRows;

    void begin() {
        rows += itemRows;
        itemRows = 0;
    }

    void countRow() {
        guard.step();
        itemRows++;
        if (itemRows > ITEM_ROWS_MAX || rows + itemRows > ROWS_MAX) {
            throw QueryErrors.refusal("The joins and subqueries of the SQL query make too many rows.");
        }
    }
}
