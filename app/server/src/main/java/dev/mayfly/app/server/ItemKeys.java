package dev.mayfly.app.server;

import dev.mayfly.app.console.KeyReader;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.KeyDecoder;
import dev.mayfly.face.cosmos.CosmosException;
import dev.mayfly.face.cosmos.item.ItemKey;
import dev.mayfly.face.cosmos.item.PartitionKey;
import dev.mayfly.face.cosmos.item.PartitionKey.Component;
import dev.mayfly.store.api.KeyRange;
import java.util.List;
import java.util.stream.Collectors;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Keys of items as arrays: the components of the partition key, then the id, such as {@code ["CO1", "SO05"]}; or the id
 * alone beside the partition key.
 */
enum ItemKeys implements KeyReader {
    INSTANCE;

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
        return ExtendedJsonKeys.INSTANCE.beginning(prefix);
    }

    @Override
    public String write(DocumentKey key) {
        return json(KeyDecoder.decode(key.bytes()));
    }

    /** What a request says in its field for the partition key. */
    static String json(List<BsonValue> components) {
        return components.stream()
                .map(value -> value instanceof BsonUndefined ? "{}" : ExtendedJsonKeys.json(value))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private static IllegalArgumentException unreadable(String text) {
        return new IllegalArgumentException(
                text + " is not the partition key and the id of an item, such as [\"CO1\", \"SO05\"]");
    }
}
