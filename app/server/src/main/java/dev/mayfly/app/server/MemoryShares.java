package dev.mayfly.app.server;

import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.face.transport.connection.EventLoopThread;

/**
 * The shares of the heap: the one place that says which part may take how much of it. The rest is for everything else, and
 * for the garbage collector.
 *
 * @param heapBytes as large as the heap may grow
 */
public record MemoryShares(long heapBytes) {
    private static final long MIB = 1 << 20;

    /** A server that is to hold data does not start with less. */
    public static final long HEAP_BYTES_LEAST = 256 * MIB;

    /** A value lies in a cursor, in a document, in the one that comes next, and in the answer. */
    static final int COPIES_OF_A_VALUE = 4;

    /** Some collectors leave a part out when they say how large the heap may grow. */
    private static final long UNTOLD_BYTES = 16 * MIB;

    private static final long IN_FLIGHT_BYTES_MAX = 256 * MIB;
    private static final long CACHED_BYTES_MAX = 64 * MIB;

    /** Of this process. */
    public static MemoryShares ofProcess() {
        return new MemoryShares(Runtime.getRuntime().maxMemory());
    }

    /** @throws StartupException if the heap is too small for any server */
    public void check() throws StartupException {
        if (heapBytes < HEAP_BYTES_LEAST - UNTOLD_BYTES) {
            throw new StartupException(
                    "the heap may grow to " + heapBytes / MIB + " MiB, and a server needs " + HEAP_BYTES_LEAST / MIB
                            + "; MAYFLY_JAVA_OPTS=-Xmx" + HEAP_BYTES_LEAST / MIB + "m gives it as much",
                    new IllegalStateException("-Xmx" + heapBytes / MIB + "m"));
        }
    }

    /** The memory that requests build and hold: three eighths for all together, five sixteenths for one. Event loops do not wait. */
    RequestMemoryPool requests() {
        return new RequestMemoryPool(heapBytes / 8 * 3, heapBytes / 16 * 5, EventLoopThread::leave);
    }

    /** Frames that arrive or are being answered: an eighth. One frame may go beyond it. */
    long inFlightBytes() {
        return Math.min(IN_FLIGHT_BYTES_MAX, heapBytes / 8);
    }

    /** Vectors that are searched: three sixteenths. */
    long vectorBytes() {
        return heapBytes / 16 * 3;
    }

    /** Documents that were read lately: a sixteenth. */
    long cachedBytes() {
        return Math.min(CACHED_BYTES_MAX, heapBytes / 16);
    }
}
