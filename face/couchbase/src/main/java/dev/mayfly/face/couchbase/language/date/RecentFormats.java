package dev.mayfly.face.couchbase.language.date;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The formats made last, one for each hash. A statement mostly names the same few formats for all of its rows. Safe for
 * concurrent use: at worst a format is made twice.
 */
final class RecentFormats {
    private static final int SLOTS = 64;
    private static final int LENGTH_MAX = 256;

    private final AtomicReferenceArray<@Nullable DateFormat> slots = new AtomicReferenceArray<>(SLOTS);
    private final Function<String, DateFormat> maker;

    RecentFormats(Function<String, DateFormat> maker) {
        this.maker = maker;
    }

    DateFormat get(String source) {
        int slot = source.hashCode() & SLOTS - 1;
        DateFormat known = slots.get(slot);
        if (known != null && known.toString().equals(source)) {
            return known;
        }
        DateFormat made = maker.apply(source);
        if (source.length() <= LENGTH_MAX) {
            slots.set(slot, made);
        }
        return made;
    }
}
