package dev.mayfly.engine.vector;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.PackedVectors;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.LiveGate;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/** The vectors of one path of all documents of a shard, hidden ones included. Safe for concurrent use. */
final class VectorColumn {
    /*
     * The column says how near a document can be at most, and of which ones it does not know. What is answered is decided by the
     * documents themselves, each read and judged as of the request, like those of a scan. So the column need not know what is
     * visible: a document that has expired, is hidden by a policy or has lost the property is turned away when it is read, and one
     * that an undo brings back has been in the column all the time.
     *
     * It does have to know every vector that is in the store. It is read from the store once, after the changes of the shard have
     * begun to be noted; a key that was noted since is read by each search, until the column takes it over.
     */
    /** Until so many keys have changed they are read by each search. */
    private static final int TAKEN_OVER_FROM = 4;

    /** Beyond so many keys that have changed the column is read anew. */
    private static final int CHANGES_MAX = 20_000;

    /** A search that has read so many documents, and so many times those that it wants, had better read all of them. */
    private static final int LOOKED_MAX = 1_000;

    private static final int LOOKED_OF_WANTED = 4;

    private final CollectionCommitter shard;
    private final FieldPath path;
    private final int dimensions;
    private final long room;
    private final ColumnChanges changes = new ColumnChanges(CHANGES_MAX);
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final PackedVectors vectors;
    private final List<@Nullable DocumentKey> keys = new ArrayList<>();
    private final Map<DocumentKey, Integer> slots = new HashMap<>();
    private final Deque<Integer> free = new ArrayDeque<>();

    /** Documents whose vectors cannot be kept. */
    private final Set<DocumentKey> unusual = new HashSet<>();

    /** Documents that have no vector of so many dimensions, and those whose vector has no length, which has a slot all the same. */
    private final Set<DocumentKey> others = new HashSet<>();

    private volatile boolean isRead;

    /** @param room the number of documents for which it has memory */
    VectorColumn(CollectionCommitter shard, FieldPath path, int dimensions, long room) {
        this.shard = shard;
        this.path = path;
        this.dimensions = dimensions;
        this.room = room;
        this.vectors = new PackedVectors(dimensions);
    }

    boolean isOf(NearestSearch search) {
        return dimensions == search.vector().length && path.equals(search.path());
    }

    /** What was written since it was brought up to date. */
    ColumnChanges changes() {
        return changes;
    }

    /** Returns true once it has read all documents. */
    boolean isRead() {
        return isRead;
    }

    /** Returns false if it has to be made anew: more was written than it could note, or has room for. */
    boolean isUsable() {
        return !changes.isOverrun();
    }

    /** Reads all documents of the shard, whose changes are noted already; returns false if it has no room for all. */
    boolean read(NearestSearch search) {
        lock.writeLock().lock();
        try (Cursor cursor = shard.store()
                .scan(shard.partition(), Space.DOCUMENT, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED)) {
            RequestGuard guard = RequestGuard.current();
            while (cursor.next() && isUsable()) {
                DocumentKey key = new DocumentKey(cursor.key());
                guard.stepsOf(cursor.value().length);
                put(search, key, StoredDocument.of(key, cursor.value()));
            }
            isRead = isUsable();
            return isRead;
        } finally {
            lock.writeLock().unlock();
        }
    }

    /**
     * Offers every document that can be among the nearest, and some others.
     *
     * @return false if too many had to be read, so that a scan had better be made; or if the column is of no use
     */
    boolean search(ReadView reading, NearestSearch search, NearestDocuments nearest) {
        takeOver(search);
        lock.readLock().lock();
        try {
            List<DocumentKey> changed = changes.keys();
            if (changes.isOverrun()) {
                return false;
            }
            Set<DocumentKey> offered = new HashSet<>(changed);
            offered.addAll(unusual);
            if (search.wantsOthers()) {
                // A property that has died is in the store until it is swept, so that the column takes its document for
                // another.
                if (reading.schema().properties() != null || others.size() > LOOKED_MAX) {
                    return false;
                }
                offered.addAll(others);
            }
            for (DocumentKey key : offered) {
                offer(reading, search, nearest, key);
            }
            return offerBest(reading, search, nearest, offered);
        } finally {
            lock.readLock().unlock();
        }
    }

    private boolean offerBest(
            ReadView reading, NearestSearch search, NearestDocuments nearest, Set<DocumentKey> offered) {
        long most = nearest.looked() + Math.max(LOOKED_MAX, (long) LOOKED_OF_WANTED * search.limit());
        SlotHeap best = new SlotHeap(scores(search));
        while (!best.isEmpty() && best.score() >= nearest.least()) {
            DocumentKey key = keys.get(best.remove());
            if (key == null || offered.contains(key)) {
                continue;
            }
            if (nearest.looked() >= most) {
                return false;
            }
            offer(reading, search, nearest, key);
        }
        return true;
    }

    private double[] scores(NearestSearch search) {
        double[] scores = new double[keys.size()];
        vectors.bounds(search.metric(), search.vector(), scores);
        for (int slot = 0; slot < scores.length; slot++) {
            scores[slot] = keys.get(slot) == null ? Double.NaN : search.scoreOf(scores[slot]);
        }
        return scores;
    }

    private void offer(ReadView reading, NearestSearch search, NearestDocuments nearest, DocumentKey key) {
        nearest.look();
        Document document = LiveGate.admit(reading, load(key));
        if (document != null) {
            nearest.offer(document, search.score(document));
        }
    }

    private @Nullable StoredDocument load(DocumentKey key) {
        return StoredDocument.ofNullable(key, shard.store().get(shard.partition(), Space.DOCUMENT, key.bytes()));
    }

    /** Reads what has changed, unless it is little, or another search is under way. */
    private void takeOver(NearestSearch search) {
        if (changes.size() < TAKEN_OVER_FROM || !lock.writeLock().tryLock()) {
            return;
        }
        try {
            long settled = changes.settled();
            for (DocumentKey key : changes.keys()) {
                RequestGuard.current().stepsOf(dimensions);
                put(search, key, load(key));
            }
            changes.forget(settled);
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void put(NearestSearch search, DocumentKey key, @Nullable StoredDocument stored) {
        double[] numbers = stored == null ? null : numbers(search, stored);
        boolean isKept = numbers != null && numbers.length == dimensions && PackedVectors.isUsual(numbers);
        if (numbers != null && numbers.length == dimensions && !isKept) {
            unusual.add(key);
        } else {
            unusual.remove(key);
        }
        if (stored == null || (isKept && numbers != null && !PackedVectors.isZero(numbers)) || unusual.contains(key)) {
            others.remove(key);
        } else {
            others.add(key);
        }
        Integer known = slots.get(key);
        if (isKept && numbers != null) {
            vectors.set(known == null ? slotFor(key) : known, numbers);
        } else if (known != null) {
            slots.remove(key);
            keys.set(known, null);
            free.add(known);
        }
        if (keys.size() + unusual.size() > room || others.size() > room) {
            changes.overrun();
        }
    }

    private int slotFor(DocumentKey key) {
        Integer slot = free.poll();
        if (slot == null) {
            slot = keys.size();
            keys.add(key);
        } else {
            keys.set(slot, key);
        }
        slots.put(key, slot);
        return slot;
    }

    private double @Nullable [] numbers(NearestSearch search, StoredDocument stored) {
        View document = shard.record().format().view(stored.bytes(), stored.bodyOffset(), stored.bodyLength());
        View value = path.in(document);
        return value == null ? null : search.numbersOf(value);
    }
}
