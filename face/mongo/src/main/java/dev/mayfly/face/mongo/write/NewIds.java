package dev.mayfly.face.mongo.write;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.types.ObjectId;

/** Values that the server makes up: ids, and timestamps where a client left them to it. Safe for concurrent use. */
final class NewIds {
    private static final int COUNTER_MASK = 0xFF_FFFF;
    private static final AtomicInteger COUNTER = new AtomicInteger(new SecureRandom().nextInt());
    private static final AtomicLong LAST_TIMESTAMP = new AtomicLong();

    private NewIds() {}

    static ObjectId objectId(long nowMillis) {
        return new ObjectId((int) (nowMillis / 1000), COUNTER.getAndIncrement() & COUNTER_MASK);
    }

    /** Seconds in the upper half, a count in the lower: never the same one twice. */
    static long timestamp(long nowMillis) {
        long least = (nowMillis / 1000) << 32 | 1;
        return LAST_TIMESTAMP.updateAndGet(last -> Math.max(last + 1, least));
    }
}
