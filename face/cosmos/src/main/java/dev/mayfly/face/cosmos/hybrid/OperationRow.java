package dev.mayfly.face.cosmos.hybrid;

import org.jspecify.annotations.Nullable;

/** Reads one row of the operation's schema. */
final class OperationRow {
    private static final int DOCUMENT = 2;

    /** The number of names in the schema, including the empty one before the first. */
    private static final int NAMES = 13;

    private static final int INDEXING_DIRECTIVE = 8;
    private static final int IF_MATCH = 9;
    private static final int IF_NONE_MATCH = 10;
    private static final int TIME_TO_LIVE = 11;
    private static final int MINIMAL_RETURN = 12;

    private final RowReader in;
    private int bits;
    private @Nullable String partitionKey;
    private @Nullable String id;
    private byte @Nullable [] body;
    private @Nullable String ifMatch;
    private @Nullable String ifNoneMatch;
    private boolean prefersMinimal;

    private OperationRow(RowReader in) {
        this.in = in;
    }

    static HybridOperation read(RowReader in) {
        return new OperationRow(in).read();
    }

    private HybridOperation read() {
        if (in.schema() != Schema.OPERATION) {
            throw HybridBatch.malformed("a record is no operation");
        }
        bits = in.readByte();
        int type = in.readInt();
        int resource = in.readInt();
        if (!has(0) || !has(1) || resource != DOCUMENT) {
            throw HybridBatch.malformed("an operation is not on items");
        }
        variables();
        while (!in.isAtEnd()) {
            sparse();
        }
        return new HybridOperation(typeOf(type), partitionKey, id, body, ifMatch, ifNoneMatch, prefersMinimal);
    }

    private boolean has(int column) {
        return (bits >> column & 1) != 0;
    }

    private void variables() {
        partitionKey = has(2) ? in.readText() : null;
        if (has(3)) {
            in.skip(in.readLength());
        }
        id = has(4) ? in.readText() : null;
        if (has(5)) {
            in.skip(in.readLength());
        }
        body = has(6) ? in.readBinary() : null;
    }

    private void sparse() {
        int type = in.readByte();
        long name = in.readVarint();
        if (name >= NAMES) {
            in.skip((int) Math.min(Integer.MAX_VALUE, name - NAMES));
            skipValue(type);
            return;
        }
        switch ((int) name) {
            case IF_MATCH -> ifMatch = text(type);
            case IF_NONE_MATCH -> ifNoneMatch = text(type);
            case MINIMAL_RETURN -> prefersMinimal = flag(type);
            // These fields do not affect an operation: the indexing of items, and the lifetime of rows of other kinds.
            case INDEXING_DIRECTIVE, TIME_TO_LIVE -> skipValue(type);
            default -> throw HybridBatch.malformed("a column stands twice");
        }
    }

    private String text(int type) {
        if (type != Schema.UTF8) {
            throw HybridBatch.malformed("a column is no text");
        }
        return in.readText();
    }

    private static boolean flag(int type) {
        if (type != Schema.TRUE && type != Schema.FALSE) {
            throw HybridBatch.malformed("a column is no boolean");
        }
        return type == Schema.TRUE;
    }

    private void skipValue(int type) {
        switch (type) {
            case Schema.NULL, Schema.TRUE, Schema.FALSE -> {
                // The type says it all.
            }
            case Schema.INT32, Schema.UINT32 -> in.skip(Integer.BYTES);
            case Schema.FLOAT64 -> in.skip(Double.BYTES);
            case Schema.UTF8, Schema.BINARY -> in.skip(in.readLength());
            default -> throw HybridBatch.malformed("a column is of a type that operations do not have");
        }
    }

    private static String typeOf(int type) {
        return switch (type) {
            case 0 -> "Create";
            case 1 -> "Patch";
            case 2 -> "Read";
            case 4 -> "Delete";
            case 5 -> "Replace";
            case 20 -> "Upsert";
            default -> throw HybridBatch.malformed("there is no operation " + type);
        };
    }
}
