package dev.mayfly.store.rocksdb;

import java.util.concurrent.atomic.LongAdder;
import org.rocksdb.AbstractNativeReference;

/**
 * Counts the objects that hold native memory: nothing else frees it, and a test demands that none is left.
 *
 * <p>Every object of the RocksDB library that must be closed is created inside {@link #opened} and closed by
 * {@link #close}.
 */
final class Natives {
    private static final LongAdder OPEN = new LongAdder();

    private Natives() {}

    static <T extends AbstractNativeReference> T opened(T object) {
        OPEN.increment();
        return object;
    }

    static void close(AbstractNativeReference object) {
        object.close();
        OPEN.decrement();
    }

    /** The number of open objects in this process; exact while none is being opened or closed. */
    static long open() {
        return OPEN.sum();
    }
}
