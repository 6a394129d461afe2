package dev.mayfly.app.server;

import dev.mayfly.app.console.KeyReader;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.cosmos.CosmosException;
import dev.mayfly.face.cosmos.item.ItemKey;
import dev.mayfly.face.cosmos.item.PartitionKey;
import dev.mayfly.face.cosmos.item.PartitionKey.Component;
import java.util.List;

/** Keys of items as arrays: the components of the partition key, then the id, such as {@code ["CO1", "SO05"]}. */
enum ItemKeys implements KeyReader {
    INSTANCE;

    @Override
    public DocumentKey read(String text) {
        List<Component> components;
        try {
            components = PartitionKey.ofText(text).components();
        } catch (CosmosException _) {
            throw unreadable(text);
        }
        if (components.size() < 2 || !(components.getLast() instanceof Component.Text(String id))) {
            throw unreadable(text);
        }
        return ItemKey.of(new PartitionKey(components.subList(0, components.size() - 1)), id);
    }

    private static IllegalArgumentException unreadable(String text) {
        return new IllegalArgumentException(
                text + " is not the partition key and the id of an item, such as [\"CO1\", \"SO05\"]");
    }
}
