package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.index.KeyBytes;
import org.jspecify.annotations.Nullable;

/** Values as bytes in the order of their collation, one behind the other, as in the keys of indexes. Used for one row. */
final class CollationKey {
    private final KeyBytes bytes = new KeyBytes();

    /** One more value to sort by. */
    void add(N1qlValue value, boolean descending, @Nullable Boolean unknownLast) {
        if (unknownLast != null) {
            bytes.tag(value.isUnknown() == unknownLast ? 1 : 0);
        }
        if (descending) {
            bytes.descending(value);
        } else {
            bytes.value(value);
        }
    }

    byte[] bytes() {
        return bytes.toBytes();
    }
}
