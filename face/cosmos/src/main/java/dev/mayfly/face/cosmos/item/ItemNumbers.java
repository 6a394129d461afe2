package dev.mayfly.face.cosmos.item;

import dev.mayfly.engine.FaceRecords;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for new items, none given twice, not even by a server that was started again. Safe for concurrent use.
 *
 * <p>The end of a block is recorded before its first number is given; what is left of a block at the end of a process is
 * never given.
 */
public final class ItemNumbers {
    private static final String RECORD = "item-numbers";

    /** The numbers reserved with one record. */
    private static final long BLOCK = 1 << 20;

    private final FaceRecords records;
    private long next;
    private long reserved;

    public ItemNumbers(FaceRecords records) {
        this.records = records;
        this.next = number(records.get(RECORD));
        this.reserved = next;
    }

    synchronized long next() {
        if (next == reserved) {
            reserve();
        }
        return next++;
    }

    /** Another holder of the same records may have reserved what comes next. */
    private void reserve() {
        synchronized (ItemNumbers.class) {
            reserved = number(records.update(RECORD, kept -> bytes(Math.max(next, number(kept)) + BLOCK)));
            next = reserved - BLOCK;
        }
    }

    private static long number(byte @Nullable [] kept) {
        return kept == null ? 1 : Long.parseLong(new String(kept, StandardCharsets.US_ASCII));
    }

    private static byte[] bytes(long number) {
        return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
    }
}
