package dev.mayfly.face.cosmos.item;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The right answers of a container of items, in the plainest words: a map, and one comparison for time to live. */
final class ItemModel {
    /**
     * One item.
     *
     * @param ttl null for none
     * @param ts the second of its last write
     */
    record Item(int value, @Nullable Integer ttl, long ts, String etag, String rid) {}

    private final Map<String, Item> items = new HashMap<>();
    private final @Nullable Integer defaultTtl;

    ItemModel(@Nullable Integer defaultTtl) {
        this.defaultTtl = defaultTtl;
    }

    boolean isTtlOn() {
        return defaultTtl != null;
    }

    @Nullable
    Item get(String key, long now) {
        Item item = items.get(key);
        return item == null || isExpired(item, now) ? null : item;
    }

    private boolean isExpired(Item item, long now) {
        if (defaultTtl == null) {
            return false;
        }
        int ttl = item.ttl == null ? defaultTtl : item.ttl;
        return ttl != -1 && (item.ts + ttl) * 1000 <= now;
    }

    void put(String key, Item item) {
        items.put(key, item);
    }

    void remove(String key) {
        items.remove(key);
    }

    /** A copy, of which a failed transaction is not seen. */
    ItemModel copy() {
        ItemModel copy = new ItemModel(defaultTtl);
        copy.items.putAll(items);
        return copy;
    }
}
