package dev.mayfly.face.cosmos.partition;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.KeyDecoder;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.store.api.KeyRange;
import java.util.Arrays;
import org.bson.BsonBoolean;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonString;

/**
 * The key of an item among the documents of its container: the components of its partition key, then its id. The items
 * of a logical partition are therefore adjacent, and so are those of all partitions whose keys begin alike.
 */
public final class ItemKey {
    private ItemKey() {}

    public static DocumentKey of(PartitionKey partition, String id) {
        return new DocumentKey(write(partition).appendString(id).toBytes());
    }

    /** Returns the range of the items of this partition, or of all partitions that begin with these components. */
    public static KeyRange range(PartitionKey prefix) {
        return KeyRange.prefix(write(prefix).toBytes());
    }

    /** Returns true if these name the same partition: 0 and -0 are one number. */
    public static boolean areSame(PartitionKey first, PartitionKey second) {
        return first.equals(second)
                || Arrays.equals(write(first).toBytes(), write(second).toBytes());
    }

    /** Returns the first component of the partition key of an item; that of an item without one is undefined. */
    public static PartitionKey.Component firstComponent(DocumentKey key) {
        return switch (KeyDecoder.first(key.bytes())) {
            case BsonNull _ -> PartitionKey.Component.NULL;
            case BsonBoolean truth -> truth.getValue() ? PartitionKey.Component.TRUE : PartitionKey.Component.FALSE;
            case BsonNumber number -> new PartitionKey.Component.Numeral(number.doubleValue());
            case BsonString text -> new PartitionKey.Component.Text(text.getValue());
            default -> PartitionKey.Component.UNDEFINED;
        };
    }

    private static KeyWriter write(PartitionKey partition) {
        KeyWriter writer = new KeyWriter();
        for (PartitionKey.Component component : partition.components()) {
            switch (component) {
                case PartitionKey.Component.Undefined _ -> writer.appendUndefined(false);
                case PartitionKey.Component.Null _ -> writer.appendNull(false);
                case PartitionKey.Component.Truth truth -> writer.appendBoolean(truth.value());
                case PartitionKey.Component.Numeral number -> writer.appendDouble(number.value());
                case PartitionKey.Component.Text text -> writer.appendString(text.value());
            }
        }
        return writer;
    }
}
