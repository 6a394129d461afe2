package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.RowSort;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The first items after a position, in an order that no walk has. Keeps their keys alone. */
final class RankedItems implements ItemCursor {
    /** Stands for all items, if their keys fit into memory. */
    static final long ALL = 0;

    private static final int KEYS_BYTES_MAX = 64 << 20;

    private final Collection container;
    private final ReadView reading;
    private final Queue<Ranked> first;
    private final long lookups;
    private byte[] position = {};

    private record Ranked(byte[] position, DocumentKey key) {}

    /** The place of an item in the order. */
    @FunctionalInterface
    interface Rank {
        /** Null when the item does not belong there. */
        byte @Nullable [] of(Document item);
    }

    private RankedItems(Collection container, ReadView reading, Queue<Ranked> first, long lookups) {
        this.container = container;
        this.reading = reading;
        this.first = first;
        this.lookups = lookups;
    }

    /**
     * Looks at all items that were found.
     *
     * @param backward whether the greatest rank comes first
     * @param after the position after which to begin, or null from the start
     * @param most the number of items wanted, or {@link #ALL}
     */
    static RankedItems of(
            Collection container,
            ReadView reading,
            ItemCursor all,
            Rank rank,
            boolean backward,
            byte @Nullable [] after,
            long most) {
        RowSort<Ranked> sort = new RowSort<>(KEYS_BYTES_MAX, most);
        try {
            for (Document item = all.next(); item != null; item = all.next()) {
                byte[] position = rank.of(item);
                if (position != null && isBehind(position, after, backward)) {
                    byte[] key = backward ? complement(position) : position;
                    sort.add(
                            key,
                            new Ranked(position, item.key()),
                            position.length + item.key().bytes().length);
                }
            }
        } catch (MemoryLimitExceeded _) {
            throw QueryErrors.tooMuch();
        }
        return new RankedItems(container, reading, new ArrayDeque<>(sort.finish()), all.lookups());
    }

    private static boolean isBehind(byte[] position, byte @Nullable [] after, boolean backward) {
        int order = after == null ? 0 : Arrays.compareUnsigned(position, after);
        return after == null || (backward ? order < 0 : order > 0);
    }

    /** Ends above every byte, so that of two of which one begins the other the longer comes first. */
    private static byte[] complement(byte[] bytes) {
        byte[] complement = new byte[bytes.length + 1];
        for (int i = 0; i < bytes.length; i++) {
            complement[i] = (byte) ~bytes[i];
        }
        complement[bytes.length] = (byte) 0xFF;
        return complement;
    }

    @Override
    public @Nullable Document next() {
        while (!first.isEmpty()) {
            Ranked ranked = first.remove();
            Document item = container.get(reading, ranked.key);
            if (item != null) {
                position = ranked.position;
                return item;
            }
        }
        return null;
    }

    @Override
    public byte[] position() {
        return position;
    }

    @Override
    public long lookups() {
        return lookups;
    }

    /** All of it was done before the first item. */
    @Override
    public long work() {
        return 0;
    }

    @Override
    public void close() {}
}
