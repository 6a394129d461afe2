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
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Walks the hidden documents of a collection queue by queue. A document may be due in several queues; it is met in that
 * of the rule that decides, and so once. Used by one thread; must be closed.
 *
 * <p>Walks as much as is hidden, hence plain.
 */
public final class HiddenWalk implements AutoCloseable {
    private final CollectionCommitter committer;
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

    private HiddenWalk(CollectionCommitter committer, Reader reader, ReadView reading) {
        this.committer = committer;
        this.reader = reader;
        this.reading = reading;
    }

    /** The marks of all queues of a reading, to be taken under the latch with the reader they belong to. */
    static Map<Integer, byte[]> marks(CollectionCommitter committer, ReadView reading) {
        Map<Integer, byte[]> marks = new HashMap<>();
        for (QueueDefinition queue : reading.record().queues()) {
            marks.put(queue.id(), committer.marks().at(queue.id()));
        }
        return marks;
    }

    /** Over the store as it is. */
    public static HiddenWalk over(CollectionCommitter committer, ReadView reading, byte @Nullable [] after) {
        Map<Integer, byte[]> marks = committer.latched(() -> marks(committer, reading));
        return over(committer, committer.store(), marks, reading, after);
    }

    /** @param after the position behind which to begin, or null */
    static HiddenWalk over(
            CollectionCommitter committer,
            Reader reader,
            Map<Integer, byte[]> marks,
            ReadView reading,
            byte @Nullable [] after) {
        HiddenWalk walk = new HiddenWalk(committer, reader, reading);
        List<Integer> queues = reading.record().queues().stream()
                .map(QueueDefinition::id)
                .sorted(Comparator.naturalOrder())
                .toList();
        for (int queue : queues) {
            walk.add(queue, Objects.requireNonNull(marks.get(queue)), after);
        }
        return walk;
    }

    private void add(int queue, byte[] mark, byte @Nullable [] after) {
        long latest = reading.policy().latestDue(queue, reading.now());
        if (!reading.policy().canHide() || latest == Long.MIN_VALUE) {
            return;
        }
        byte[] from = mark;
        if (after != null) {
            byte[] next = Arrays.copyOf(after, after.length + 1);
            from = Arrays.compareUnsigned(next, mark) > 0 ? next : mark;
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
            cursor = reader.scan(
                    committer.partition(), Space.EXPIRY, stretch.range, Direction.FORWARD, Reader.UNLIMITED);
        }
        guard.steps(DocumentScan.ENTRY_STEPS);
        return true;
    }

    private @Nullable Instants current(QueueEntry head, Cursor at) {
        if (head.generation() == reading.record().generation()) {
            return head.instants();
        }
        DocumentKey key = Layout.queueDocument(at.key());
        StoredDocument stored =
                StoredDocument.ofNullable(key, reader.get(committer.partition(), Space.DOCUMENT, key.bytes()));
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
