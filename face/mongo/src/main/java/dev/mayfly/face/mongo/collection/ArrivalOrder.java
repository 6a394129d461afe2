package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.Decider;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The insertion order of one capped collection, and the readers that wait for its next document. Safe for concurrent
 * use.
 */
public final class ArrivalOrder {
    /*
     * Every document is stamped with a number greater than all earlier ones, and keeps it however it is changed.
     * Documents are stored one at a time, so a reader that has seen a number has seen every lower number that will ever
     * exist. The documents evicted to make room for a new one are deleted in the same batch as its insertion: if it is
     * not stored, nothing is evicted.
     *
     * Where other servers insert, too, the last number is read from the store while the write is drafted. If another server
     * has written the shard since, the draft is out of turn, and is made again.
     */
    private static final long UNKNOWN = -1;

    /** Documents that existed before the collection was capped have lower numbers. */
    private static final long FIRST = 1L << 40;

    private final Collection collection;
    private final boolean isShared;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private long last = UNKNOWN;

    /** @param isShared whether other servers may insert, too */
    ArrivalOrder(Collection collection, boolean isShared) {
        this.collection = collection;
        this.isShared = isShared;
    }

    /**
     * Writes a document that is newer than all others.
     *
     * @param kept the collection, as what the write comes to is kept with it
     * @param bytes of the document's body
     */
    public WriteOutcome insert(Collection kept, WriteRequest request, int bytes, Durability durability) {
        lock.lock();
        try {
            ReadView reading = collection.reading();
            CappedLimits capped = CappedLimits.of(reading.record());
            if (capped == null) {
                return kept.write(request.key(), durability, request.decider());
            }
            if (capped.isComplete() && bytes > capped.size()) {
                throw new CommandError(MongoCode.BAD_VALUE, "object to insert exceeds cappedMaxSize");
            }
            Arrival arrival = new Arrival(request.decider(), drafted -> last(drafted, capped.order()) + 1);
            List<WriteRequest> requests = new ArrayList<>();
            requests.add(new WriteRequest(request.key(), arrival));
            for (Document old : givingWay(reading, capped, bytes)) {
                requests.add(new WriteRequest(old.key(), arrival::giveWay));
            }
            WriteOutcome outcome = kept.writeAll(requests, true, durability).getFirst();
            if (outcome instanceof WriteOutcome.Stored) {
                last = arrival.number;
                arrived.signalAll();
            }
            return outcome;
        } finally {
            lock.unlock();
        }
    }

    private long last(ReadView reading, IndexDefinition order) {
        if (last == UNKNOWN || isShared) {
            try (DocumentCursor newest = collection.scan(reading, order, List.of(KeyRange.ALL), Direction.BACKWARD)) {
                Document document = newest.next();
                long newestNumber = document == null
                        ? FIRST
                        : ByteBuffer.wrap(document.face()).getLong();
                return Math.max(Math.max(FIRST, last), newestNumber);
            }
        }
        return last;
    }

    /** The oldest documents, as many as stand in the way of one more. */
    private List<Document> givingWay(ReadView reading, CappedLimits capped, int bytes) {
        long documents = collection.storedSize().documents() + 1;
        long size = CappedLimits.bytes(collection) + bytes;
        if (!isTooMuch(capped, documents, size)) {
            return List.of();
        }
        List<Document> oldest = new ArrayList<>();
        try (DocumentCursor all = collection.scan(reading, capped.order(), List.of(KeyRange.ALL), Direction.FORWARD)) {
            for (Document old = all.next(); old != null && isTooMuch(capped, documents, size); old = all.next()) {
                oldest.add(old);
                documents--;
                size -= old.bodyLength();
            }
        }
        return oldest;
    }

    private static boolean isTooMuch(CappedLimits capped, long documents, long size) {
        return capped.isComplete() && (size > capped.size() || (capped.max() > 0 && documents > capped.max()));
    }

    /** Decides as its client does, and remembers what was decided last. */
    private static final class Arrival implements Decider {
        private final Decider decider;
        private final ToLongFunction<ReadView> numbers;
        private long number = UNKNOWN;
        private boolean comes;

        Arrival(Decider decider, ToLongFunction<ReadView> numbers) {
            this.decider = decider;
            this.numbers = numbers;
        }

        @Override
        public Decision decide(@Nullable Document current, ReadView reading) {
            comes = false;
            Decision decision = decider.decide(current, reading);
            if (decision instanceof Decision.Put put) {
                comes = true;
                number = numbers.applyAsLong(reading);
                byte[] stamp = ByteBuffer.allocate(CappedLimits.STAMP_BYTES)
                        .putLong(number)
                        .array();
                return new Decision.Put(put.body(), Lifetime.INHERIT, stamp);
            }
            return decision;
        }

        @SuppressWarnings("UnusedVariable") // The shape of a decider.
        Decision giveWay(@Nullable Document current, ReadView reading) {
            return comes && current != null ? Decision.REMOVE : Decision.KEEP;
        }
    }

    /** The number of the newest document that has come since the process began; to be given to {@link #await}. */
    public long newest() {
        lock.lock();
        try {
            return last;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a document newer than this one has come, but no longer than so; answers how much of it is left. */
    public long await(long number, long nanos) {
        lock.lock();
        try {
            long left = nanos;
            while (last == number && left > 0) {
                left = arrived.awaitNanos(left);
            }
            return left;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return 0;
        } finally {
            lock.unlock();
        }
    }
}
