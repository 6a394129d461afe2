package dev.mayfly.face.couchbase;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A bucket without locks: documents by key, what they say of themselves, and the rules of writing them. Slow and
 * plain, to be compared with the server.
 */
final class KvModel {
    static final int OK = 0x00;
    static final int ENOENT = 0x01;
    static final int EEXISTS = 0x02;
    static final int NOT_STORED = 0x05;
    static final int BADVAL = 0x06;

    private static final long RELATIVE_MAX = 30L * 24 * 3600;

    /** A document, or what one has left. */
    static final class Item {
        String value = "";
        int flags;
        long expiry;
        long rev;
        boolean gone;
    }

    private final Map<String, Item> items = new HashMap<>();
    private long now;
    private long limit;

    KvModel(long now) {
        this.now = now;
    }

    void advance(long seconds) {
        now += seconds;
    }

    void limit(long seconds) {
        limit = seconds;
    }

    /** The live document, or null. */
    @Nullable
    Item find(String key) {
        Item item = items.get(key);
        if (item != null && !item.gone && item.expiry != 0 && item.expiry < now) {
            item.gone = true;
            item.rev++;
        }
        return item == null || item.gone ? null : item;
    }

    int set(String key, String value, int flags, long expiry, boolean preserves) {
        Item before = find(key);
        long kept = before == null ? 0 : before.expiry;
        Item item = write(key, value);
        item.flags = flags;
        item.expiry = before != null && preserves ? kept : stored(expiry);
        return OK;
    }

    int add(String key, String value, int flags, long expiry) {
        return find(key) == null ? set(key, value, flags, expiry, false) : EEXISTS;
    }

    int replace(String key, String value, int flags, long expiry, boolean preserves) {
        return find(key) == null ? ENOENT : set(key, value, flags, expiry, preserves);
    }

    int delete(String key) {
        Item item = find(key);
        if (item == null) {
            return ENOENT;
        }
        item.gone = true;
        item.rev++;
        return OK;
    }

    /** Flags and expiry stay; the limit counts, as for every write. */
    int append(String key, String before, String behind) {
        Item item = find(key);
        if (item == null) {
            return NOT_STORED;
        }
        write(key, before + item.value + behind);
        item.expiry = limited(item.expiry);
        return OK;
    }

    int count(String key, long delta, long initial, long expiry, boolean down) {
        Item item = find(key);
        if (item == null) {
            return expiry == 0xFFFF_FFFFL ? ENOENT : set(key, Long.toString(initial), 0, expiry, false);
        }
        if (!item.value.matches("[0-9]{1,19}")) {
            return BADVAL;
        }
        long number = Long.parseLong(item.value);
        write(key, Long.toString(down ? Math.max(0, number - delta) : number + delta));
        item.expiry = limited(item.expiry);
        return OK;
    }

    /** Writes nothing to a document that has that expiry already. */
    int touch(String key, long expiry) {
        Item item = find(key);
        if (item == null) {
            return ENOENT;
        }
        long stored = stored(expiry);
        if (stored != item.expiry) {
            item.expiry = stored;
            item.rev++;
        }
        return OK;
    }

    /** A change of parts that makes this of the value. */
    int change(String key, String value, long expiry, boolean preserves) {
        Item item = find(key);
        long wanted = preserves && item != null ? limited(item.expiry) : stored(expiry);
        boolean fresh = item == null;
        Item written = write(key, value);
        written.expiry = wanted;
        written.flags = fresh ? 0 : written.flags;
        return OK;
    }

    private Item write(String key, String value) {
        Item item = items.computeIfAbsent(key, _ -> new Item());
        item.value = value;
        item.gone = false;
        item.rev++;
        return item;
    }

    private long stored(long field) {
        return limited(field == 0 || field > RELATIVE_MAX ? field : now + field);
    }

    private long limited(long expiry) {
        return limit == 0 ? expiry : expiry == 0 ? now + limit : Math.min(expiry, now + limit);
    }
}
