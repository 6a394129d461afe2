package dev.mayfly.face.cosmos.admin;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.KeyDecoder;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.face.api.KeyReader;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.partition.PartitionKey.Component;
import dev.mayfly.store.api.KeyRange;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/**
 * The keys of items as arrays: the components of the partition key, then the id, such as {@code ["CO1", "SO05"]}; or
 * only the id if the partition key is given separately.
 */
public enum ItemKeyText implements KeyReader {
    INSTANCE;

    private static final JsonWriterSettings RELAXED =
            JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

    /** An item's key, taken apart. */
    record Parts(PartitionKey partition, String id) {}

    @Override
    public DocumentKey read(String text) {
        return read(text, null);
    }

    @Override
    public DocumentKey read(String text, @Nullable String partitionKey) {
        Parts parts = parts(text, partitionKey);
        return ItemKey.of(parts.partition, parts.id);
    }

    static Parts parts(String text, @Nullable String partitionKey) {
        if (partitionKey != null) {
            return new Parts(new PartitionKey(components(partitionKey)), text);
        }
        List<Component> components = components(text);
        if (components.size() < 2 || !(components.getLast() instanceof Component.Text(String id))) {
            throw unreadable(text);
        }
        return new Parts(new PartitionKey(components.subList(0, components.size() - 1)), id);
    }

    private static List<Component> components(String text) {
        try {
            return PartitionKey.ofText(text).components();
        } catch (CosmosException _) {
            throw unreadable(text);
        }
    }

    /** A partition key as an array, or the beginning of the text with which one begins. */
    @Override
    public KeyRange beginning(String prefix) {
        if (prefix.startsWith("[")) {
            return ItemKey.range(new PartitionKey(components(prefix)));
        }
        // A string ends with a byte of its own, which those that go on do not have there.
        byte[] whole = new KeyWriter().appendString(prefix).toBytes();
        return KeyRange.prefix(Arrays.copyOf(whole, whole.length - 1));
    }

    @Override
    public String write(DocumentKey key) {
        return KeyDecoder.decode(key.bytes()).stream()
                .map(ItemKeyText::json)
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String json(BsonValue component) {
        if (component instanceof BsonUndefined) {
            return "{}";
        }
        String wrapped = new BsonDocument("v", component).toJson(RELAXED);
        return wrapped.substring(wrapped.indexOf(':') + 2, wrapped.length() - 1);
    }

    private static IllegalArgumentException unreadable(String text) {
        return new IllegalArgumentException(
                text + " is not the partition key and the id of an item, such as [\"CO1\", \"SO05\"]");
    }
}
