package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;

/** How much one operator may still hold in memory. Used by one thread. */
final class Budget {
    /** What an operator that must hold rows may hold of them. */
    static final long BYTES_MAX = 64L << 20;

    /** What an object costs besides its text. */
    private static final int OVERHEAD_BYTES = 96;

    private final long most;
    private long taken;

    Budget(long most) {
        this.most = most;
    }

    void take(long bytes) {
        taken += bytes;
        if (taken > most) {
            throw new QueryException(
                    QueryException.MEMORY,
                    "Request has exceeded memory quota (inuse: " + taken + " limit: " + most + ")");
        }
    }

    /** What an operator ends with that holds all it may, and may put nothing on the disk. */
    static QueryException exceeded() {
        return new QueryException(
                QueryException.MEMORY, "Request has exceeded memory quota (limit: " + BYTES_MAX + ")");
    }

    /** A value that holds no more than itself, where another may hold the whole document it was found in. */
    Value keep(Value value) {
        return switch (value.kind()) {
            case MISSING, NULL, BOOLEAN -> {
                take(OVERHEAD_BYTES);
                yield value;
            }
            case BINARY -> {
                take(OVERHEAD_BYTES);
                yield value;
            }
            case NUMBER, STRING, ARRAY, OBJECT -> {
                byte[] json = json(value);
                take(json.length + OVERHEAD_BYTES);
                yield parsed(json);
            }
        };
    }

    static byte[] json(Value value) {
        JsonSink out = Values.sink();
        value.write(out);
        return out.toByteArray();
    }

    /** The value of a text that was written here, and so needs no look at whether it is JSON. */
    static Value parsed(byte[] json) {
        return Values.stored(JsonView.of(json));
    }
}
