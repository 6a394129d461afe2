package dev.mayfly.face.mongo.language.plan;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.IndexRange;
import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Keys of an index that a query looks between, as {@code min} and {@code max} of find say them.
 *
 * @param min the first key, empty for no lower end
 * @param max the first key that is too high, empty for no upper end
 */
public record KeyBounds(BsonDocument min, BsonDocument max) {
    public KeyBounds {
        if (!min.isEmpty() && !max.isEmpty() && !List.copyOf(min.keySet()).equals(List.copyOf(max.keySet()))) {
            throw location(51176, "min() and max() must have the same field names and ordering");
        }
    }

    /** Returns null if there are none. */
    public static @Nullable KeyBounds of(BsonDocument min, BsonDocument max) {
        return min.isEmpty() && max.isEmpty() ? null : new KeyBounds(min, max);
    }

    /** The encoded keys of an index with these parts that lie between. */
    IndexRange within(List<KeyPart> parts, Collation collation) {
        byte[] from = min.isEmpty() ? new byte[0] : key(min, parts, collation);
        byte[] until = max.isEmpty() ? null : key(max, parts, collation);
        if (until != null && !min.isEmpty() && Arrays.compareUnsigned(from, until) >= 0) {
            throw location(51175, "The value provided for min() does not come before the value provided for max().");
        }
        return new IndexRange(from, until);
    }

    private static byte[] key(BsonDocument bound, List<KeyPart> parts, Collation collation) {
        List<String> paths = new ArrayList<>();
        parts.forEach(part -> paths.add(part.path().dotted()));
        if (!List.copyOf(bound.keySet()).equals(paths)) {
            throw mismatch();
        }
        byte[] key = {};
        int at = 0;
        for (BsonValue value : bound.values()) {
            View folded = collation.fold(TreeView.of(value));
            KeyInterval point = KeyInterval.point(KeyWriter.encode(folded));
            key = KeyInterval.joined(key, (parts.get(at).descending() ? point.descending() : point).from());
            at++;
        }
        return key;
    }

    static RuntimeException mismatch() {
        return location(51174, "The index specified by hint() does not have the keys that min() and max() name");
    }
}
