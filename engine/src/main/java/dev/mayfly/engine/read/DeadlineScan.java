package dev.mayfly.engine.read;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks live documents that have a deadline in its order, and in that of their keys where it is one. */
public final class DeadlineScan implements DocumentCursor {
    /*
     * A queue is ordered by instant, and a policy adds the same to every instant of a queue; so each queue is in the order
     * of the deadlines that its rule gives, and the queues are merged. A document stands in each queue that has an instant
     * for it; it comes where the deciding rule finds it, and nowhere else.
     *
     * The position is the deadline, with its sign turned, and the document's key behind it.
     */
    private final Reader present;
    private final Partition partition;
    private final DeadlineRange range;
    private Reader reader;
    private ReadView reading;
    private byte @Nullable [] position;
    private @Nullable List<Lane> lanes;
    private long keys;
    private long documents;

    public DeadlineScan(Reader reader, Partition partition, ReadView reading, DeadlineRange range) {
        this.present = reader;
        this.reader = reading.readerOr(reader);
        this.partition = partition;
        this.reading = reading;
        this.range = range;
        this.position = range.after();
    }

    @Override
    public @Nullable Document next() {
        List<Lane> open = open();
        RequestGuard guard = RequestGuard.current();
        for (Lane lane = first(open); lane != null; lane = first(open)) {
            guard.steps(DocumentScan.ENTRY_STEPS);
            long deadline = lane.deadline;
            DocumentKey key = new DocumentKey(lane.document);
            position = DeadlineRange.position(deadline, lane.document);
            int queue = lane.queue;
            lane.advance();
            keys++;
            Document document = admitted(key, queue, deadline);
            if (document != null) {
                return document;
            }
        }
        return null;
    }

    private @Nullable Document admitted(DocumentKey key, int queue, long deadline) {
        StoredDocument stored = StoredDocument.ofNullable(key, reader.get(partition, Space.DOCUMENT, key.bytes()));
        documents++;
        if (stored == null) {
            return null;
        }
        Document document = LiveGate.admit(reading, stored);
        boolean isHere = document != null && document.deadline() == deadline;
        boolean decides = isHere
                && reading.policy().current().decidingQueue(reading.schema().instants(stored)) == queue;
        return decides ? document : null;
    }

    /** Returns the lane with the next entry, or null if there is none within the range. */
    private @Nullable Lane first(List<Lane> open) {
        Lane least = null;
        for (int index = 0; index < open.size(); index++) {
            Lane lane = open.get(index);
            if (!lane.ended && (least == null || lane.compareTo(least) < 0)) {
                least = lane;
            }
        }
        return least;
    }

    private List<Lane> open() {
        List<Lane> known = lanes;
        if (known == null) {
            known = new ArrayList<>();
            lanes = known;
            Policy policy = reading.policy().current();
            for (QueueDefinition queue : reading.record().queues()) {
                long offset = policy.offset(queue.id());
                if (offset != Deadlines.NEVER) {
                    known.add(new Lane(queue.id(), offset));
                }
            }
        }
        return known;
    }

    /** One queue, standing at its next entry. */
    private final class Lane implements Comparable<Lane> {
        private final int queue;
        private final long offset;
        private final Cursor cursor;
        private long deadline;
        private byte[] document = {};
        private boolean ended;

        Lane(int queue, long offset) {
            this.queue = queue;
            this.offset = offset;
            this.cursor = new RecheckReader(reader, reading.schema())
                    .scan(
                            partition,
                            Space.EXPIRY,
                            new KeyRange(begin(), Layout.queuePrefix(queue + 1)),
                            Direction.FORWARD,
                            Reader.UNLIMITED);
            advance();
        }

        /** Converts the range's first deadline to the instant in this queue; an offset may be negative. */
        private byte[] begin() {
            byte[] after = position;
            if (after == null) {
                long from = earliest();
                return from == Long.MIN_VALUE ? Layout.queuePrefix(queue) : Layout.queueHead(queue, instant(from));
            }
            byte[] key = Arrays.copyOfRange(after, 8, after.length);
            byte[] last = Layout.queueKey(queue, instant(DeadlineRange.deadline(after)), new DocumentKey(key));
            return Arrays.copyOf(last, last.length + 1);
        }

        /** The walk skips documents that are hidden and not destroyed yet, however many there are. */
        private long earliest() {
            boolean isExact = reading.policy().current().visibility() == Policy.Visibility.EXACT;
            return isExact ? Math.max(range.from(), reading.now() + 1) : range.from();
        }

        private long instant(long atDeadline) {
            long instant = Deadlines.latestDue(atDeadline, offset);
            return instant == Deadlines.NO_DEADLINE ? Deadlines.NO_DEADLINE - 1 : instant;
        }

        void advance() {
            if (!cursor.next()) {
                ended = true;
                return;
            }
            byte[] key = cursor.key();
            deadline = Deadlines.plus(Layout.queueInstant(key), offset);
            document = Layout.queueDocument(key).bytes();
            ended = deadline >= range.until();
        }

        @Override
        public int compareTo(Lane other) {
            int byDeadline = Long.compare(deadline, other.deadline);
            return byDeadline == 0 ? Arrays.compareUnsigned(document, other.document) : byDeadline;
        }
    }

    @Override
    public void suspend() {
        List<Lane> open = lanes;
        if (open != null) {
            open.forEach(lane -> lane.cursor.close());
            lanes = null;
        }
    }

    @Override
    public void resume(ReadView later) {
        suspend();
        reading = later;
        reader = later.readerOr(present);
    }

    @Override
    public byte @Nullable [] position() {
        return position;
    }

    @Override
    public Effort effort() {
        return new Effort(keys, documents);
    }

    @Override
    public void close() {
        suspend();
    }
}
