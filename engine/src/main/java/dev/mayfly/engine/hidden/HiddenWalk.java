package dev.mayfly.engine.hidden;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.format.QueueEntry;
import dev.mayfly.engine.read.DocumentScan;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Walks the hidden documents of a collection queue by queue. A document may be due in several queues; it is met in that
 * of the rule that decides, and so once. Used by one thread; must be closed.
 *
 * <p>Walks as much as is hidden, hence plain.
 */
public final class HiddenWalk implements AutoCloseable {
    private final Partition partition;
    private final Reader reader;
    private final ReadView reading;
    private final RequestGuard guard = RequestGuard.current();
    private final Deque<Stretch> stretches = new ArrayDeque<>();
    private @Nullable Stretch stretch;
    private @Nullable Cursor cursor;
    private @Nullable QueueEntry entry;
    private @Nullable Instants instants;

    /** The range of one queue in which entries may be hidden. */
    private record Stretch(int queue, KeyRange range) {}

    private HiddenWalk(Partition partition, Reader reader, ReadView reading) {
        this.partition = partition;
        this.reader = reader;
        this.reading = reading;
    }

    /** Over the store as it is. */
    public static HiddenWalk over(CollectionShards shards, ReadView reading, byte @Nullable [] after) {
        Reader reader = shards.latched(() -> shards.queues(shards.store()));
        return over(shards.partition(), reader, reading, after);
    }

    /**
     * @param reader whose scans of queues begin at their marks
     * @param after the position behind which to begin, or null
     */
    static HiddenWalk over(Partition partition, Reader reader, ReadView reading, byte @Nullable [] after) {
        HiddenWalk walk = new HiddenWalk(partition, reader, reading);
        List<Integer> queues = reading.record().queues().stream()
                .map(QueueDefinition::id)
                .sorted(Comparator.naturalOrder())
                .toList();
        for (int queue : queues) {
            walk.add(queue, after);
        }
        return walk;
    }

    private void add(int queue, byte @Nullable [] after) {
        long latest = reading.policy().latestDue(queue, reading.now());
        if (!reading.policy().canHide() || latest == Long.MIN_VALUE) {
            return;
        }
        byte[] from = Layout.queuePrefix(queue);
        if (after != null) {
            byte[] next = Arrays.copyOf(after, after.length + 1);
            from = Arrays.compareUnsigned(next, from) > 0 ? next : from;
        }
        KeyRange range = new KeyRange(from, QueueEntry.frontier(queue, latest));
        if (!range.isEmpty()) {
            stretches.addLast(new Stretch(queue, range));
        }
    }

    /** Moves to the next hidden document; returns true if there is one. */
    public boolean next() {
        while (advance()) {
            Cursor at = here();
            QueueEntry head = QueueEntry.headOf(at.valueBuffer());
            Instants current = current(head, at);
            if (current != null && isHiddenHere(current)) {
                entry = head;
                instants = current;
                return true;
            }
        }
        return false;
    }

    private boolean isHiddenHere(Instants current) {
        PolicyState policy = reading.policy();
        return policy.isHidden(current, reading.now()) && policy.decidingQueue(current, reading.now()) == queue();
    }

    private boolean advance() {
        while (cursor == null || !cursor.next()) {
            close();
            stretch = stretches.pollFirst();
            if (stretch == null) {
                return false;
            }
            cursor = reader.scan(partition, Space.EXPIRY, stretch.range, Direction.FORWARD, Reader.UNLIMITED);
        }
        guard.steps(DocumentScan.ENTRY_STEPS);
        return true;
    }

    private @Nullable Instants current(QueueEntry head, Cursor at) {
        if (head.generation() == reading.record().generation()) {
            return head.instants();
        }
        DocumentKey key = Layout.queueDocument(at.key());
        StoredDocument stored = StoredDocument.ofNullable(key, reader.get(partition, Space.DOCUMENT, key.bytes()));
        return stored == null ? null : reading.schema().instants(stored);
    }

    private Cursor here() {
        return Objects.requireNonNull(cursor);
    }

    int queue() {
        return Objects.requireNonNull(stretch).queue;
    }

    DocumentKey key() {
        return Layout.queueDocument(here().key());
    }

    /** Returns the position of the walk, behind which another may begin. */
    byte[] position() {
        return here().key();
    }

    /** Returns the queue entry, without the document's index entries. */
    public QueueEntry entry() {
        return Objects.requireNonNull(entry);
    }

    public Instants instants() {
        return Objects.requireNonNull(instants);
    }

    @Override
    public void close() {
        if (cursor != null) {
            cursor.close();
            cursor = null;
        }
    }
}
