package dev.mayfly.face.couchbase.bucket;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The collections of one manifest, by number and by path. Immutable; every key-value request looks here. */
final class CollectionTable {
    static final CollectionTable EMPTY = new CollectionTable(List.of());

    /** Open addressing in a table that is at most half full. */
    private final @Nullable BucketCollection[] slots;

    private final Map<String, BucketCollection> byPath;
    private final List<BucketCollection> all;

    CollectionTable(List<BucketCollection> collections) {
        this.slots = new @Nullable BucketCollection[Integer.highestOneBit(Math.max(4, collections.size() * 4 - 1))];
        this.byPath = HashMap.newHashMap(collections.size());
        this.all = List.copyOf(collections);
        for (BucketCollection each : collections) {
            byPath.put(each.path(), each);
            int slot = slot(each.uid());
            while (slots[slot] != null) {
                slot = slot + 1 & slots.length - 1;
            }
            slots[slot] = each;
        }
    }

    private int slot(int uid) {
        return uid & slots.length - 1;
    }

    @Nullable
    BucketCollection find(int uid) {
        int slot = slot(uid);
        BucketCollection found = slots[slot];
        while (found != null && found.uid() != uid) {
            slot = slot + 1 & slots.length - 1;
            found = slots[slot];
        }
        return found;
    }

    @Nullable
    BucketCollection find(String path) {
        return byPath.get(path);
    }

    List<BucketCollection> all() {
        return all;
    }
}
