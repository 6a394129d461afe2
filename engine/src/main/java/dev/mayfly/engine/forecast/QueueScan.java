package dev.mayfly.engine.forecast;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.format.QueueHead;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.store.api.Cursor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Meets every document that stands in the queues of a collection, each once. For one walk.
 *
 * <p>A hot path: nothing is allocated for an entry, unless its document must be read.
 */
public final class QueueScan {
    /*
     * A document may stand in several queues; it is met in the first of the walked ones that holds it. Queues that drain
     * come last, for there a document written since has no entry, while its entries in others still name the instant.
     *
     * An entry of an older generation lacks what was added to the collection since. That does not matter unless a walked
     * queue was, so only then is the document read.
     */
    private static final Logger LOG = LoggerFactory.getLogger(QueueScan.class);

    /** After how many entries it tells how far it is. */
    private static final int PROGRESS_ENTRIES = 10_000;

    private final FrozenQueues frozen;
    private final Schema schema;
    private final int[] queues;
    private final long[] after;
    private final long[] latest;
    private final QueueHead head = new QueueHead();
    private final ScanProgress progress;
    private final RequestGuard guard = RequestGuard.current();
    private long walked;

    /** Receives the documents of a scan. */
    public interface Visitor {
        /** Returns true to go on. The cursor stands on an entry of the document, or on the document itself. */
        boolean meet(QueueHead head, Cursor cursor);
    }

    /** Tells which part of a queue is walked. */
    public interface Extent {
        /** The last instant; the least of all for no part. */
        long latest(int queue);

        /** The instant after which the walk begins; the least of all for the head of the queue. */
        default long after(int queue) {
            return Long.MIN_VALUE;
        }
    }

    public QueueScan(FrozenQueues frozen, Schema schema, Extent extent, ScanProgress progress) {
        this.frozen = frozen;
        this.schema = schema;
        this.progress = progress;
        List<QueueDefinition> walks = new ArrayList<>();
        for (boolean kept : new boolean[] {true, false}) {
            for (QueueDefinition queue : schema.record().queues()) {
                if (queue.isKept() == kept && extent.latest(queue.id()) != Long.MIN_VALUE) {
                    walks.add(queue);
                }
            }
        }
        this.queues = walks.stream().mapToInt(QueueDefinition::id).toArray();
        this.after = walks.stream().mapToLong(queue -> extent.after(queue.id())).toArray();
        this.latest =
                walks.stream().mapToLong(queue -> extent.latest(queue.id())).toArray();
    }

    public void run(Visitor visitor) {
        boolean goesOn = true;
        for (int index = 0; index < queues.length && goesOn; index++) {
            goesOn = walk(index, visitor);
        }
    }

    private boolean walk(int index, Visitor visitor) {
        try (Cursor cursor = frozen.entries(queues[index], after[index], latest[index])) {
            while (cursor.next()) {
                head.read(cursor.valueBuffer());
                count();
                boolean known = head.generation() == schema.record().generation() || knowsAll() || reread(cursor);
                if (known && homeOf() == index && !visitor.meet(head, cursor)) {
                    return false;
                }
            }
        }
        return true;
    }

    private void count() {
        guard.step();
        walked++;
        if (walked % PROGRESS_ENTRIES == 0) {
            progress.at(walked, Math.max(walked, frozen.totals().documents()));
        }
    }

    private boolean knowsAll() {
        for (int index = 0; index < queues.length; index++) {
            if (!head.knows(queues[index])) {
                return false;
            }
        }
        return true;
    }

    /** The position of the queue in which the document is met, or -1. */
    private int homeOf() {
        for (int index = 0; index < queues.length; index++) {
            long at = head.in(queues[index]);
            if (at != Deadlines.NO_DEADLINE && at > after[index] && at <= latest[index]) {
                return index;
            }
        }
        return -1;
    }

    /** Asks the document itself; answers false when the entry is an orphan. */
    private boolean reread(Cursor cursor) {
        DocumentKey key = Layout.queueDocument(cursor.key());
        return load(schema, key, frozen.document(key.bytes()), head.version());
    }

    private boolean load(Schema by, DocumentKey key, byte @Nullable [] value, long version) {
        try {
            StoredDocument stored = StoredDocument.ofNullable(key, value);
            if (stored == null || (version != 0 && stored.version() != version)) {
                return false;
            }
            head.set(by.instants(stored), stored.bytes().length, by.record().generation());
            return true;
        } catch (StoredDocument.CorruptDocumentException damage) {
            LOG.warn(
                    "a damaged document counts for nothing: {} in {}",
                    key,
                    by.record().name());
            return false;
        }
    }

    /** Visits every document, since there is no queue; its instants are read by the schema given. */
    void scan(Schema by, Visitor visitor) {
        try (Cursor cursor = frozen.documents()) {
            while (cursor.next()) {
                count();
                if (load(by, new DocumentKey(cursor.key()), cursor.value(), 0) && !visitor.meet(head, cursor)) {
                    return;
                }
            }
        }
    }
}
