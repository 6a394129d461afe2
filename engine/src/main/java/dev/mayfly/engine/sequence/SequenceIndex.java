package dev.mayfly.engine.sequence;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.CommitGroup;
import dev.mayfly.engine.commit.CommitParticipant;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.EngineStore;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.commit.StateRows;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * The last changes of the keys of one shard in the order of their numbers: what writers keep of them, and how far it is.
 * Nothing while nobody follows the collection. Written under the latch of the shard, read by any thread.
 */
public final class SequenceIndex implements CommitParticipant {
    /*
     * Every document and every tombstone has one entry. Its key is its slot, its version and its document's key, so a writer,
     * which expects the version of what it replaces, deletes the entry before and puts its own in the same batch. Where a
     * batch changes several documents of a slot, all have its version, and the value says how far the number of each is
     * below it; the batch has taken enough versions, and the numbers are in the order of the keys.
     *
     * A document whose expiry has been announced has the entry of the announcement. When it is destroyed later, its tombstone
     * is given the version of the announcement and so keeps that entry: what was told is not told again.
     *
     * The number before anything that may be in flight is found as in the history of changes: a commit says that it begins
     * before it takes its versions, and that it has ended once its batch is in the store or never will be.
     */
    private static final long NOTHING_IN_FLIGHT = Long.MAX_VALUE;
    private static final byte BUILDING = 0;
    private static final byte BUILT = 1;

    private final EngineStore engine;
    private final Partition partition;
    private final FaceForms forms;
    private final AnnouncedQueues announced = new AnnouncedQueues();
    private final List<Runnable> followers = new CopyOnWriteArrayList<>();
    private final List<SlotMark> prepared = new ArrayList<>();
    private volatile @Nullable Slots slots;
    private volatile boolean isBuilt;
    private volatile long inFlight = NOTHING_IN_FLIGHT;

    /** How far each slot is. */
    private record Slots(int count, AtomicLongArray high, AtomicLongArray purged) {
        Slots(int count) {
            this(count, new AtomicLongArray(count), new AtomicLongArray(count));
        }
    }

    /** What a batch adds to a slot. */
    private record SlotMark(int slot, long number, boolean isPurge) {}

    public SequenceIndex(EngineStore engine, Partition partition, FaceForms forms) {
        this.engine = engine;
        this.partition = partition;
        this.forms = forms;
        byte[] kept = store().get(partition, Space.META, Layout.SEQUENCE_KEY);
        if (kept != null) {
            this.slots = restored((int) Layout.INT.get(kept, 0));
            this.isBuilt = kept[Integer.BYTES] == BUILT;
        }
    }

    private Store store() {
        return engine.store();
    }

    private Slots restored(int count) {
        Slots restored = new Slots(count);
        for (int slot = 0; slot < count; slot++) {
            byte[] purged = store().get(partition, Space.META, Layout.purgedKey(slot));
            restored.purged.set(slot, purged == null ? 0 : (long) Layout.LONG.get(purged, 0));
            restored.high.set(slot, Math.max(restored.purged.get(slot), lastNumber(slot)));
        }
        return restored;
    }

    /** The number of the last entry of a slot, or 0. */
    private long lastNumber(int slot) {
        KeyRange all = new KeyRange(Layout.sequenceHead(slot, 0), Layout.sequenceHead(slot + 1, 0));
        try (Cursor cursor = store().scan(partition, Space.INDEX, all, Direction.BACKWARD, 1)) {
            return cursor.next() ? Layout.sequenceVersion(cursor.key()) - offset(cursor.value()) : 0;
        }
    }

    /** How far the number of an entry is below its version; 0 for one that does not say. */
    static int offset(byte[] value) {
        return value.length == 0 ? 0 : (int) Layout.INT.get(value, 0);
    }

    /** Returns true if the changes of the shard are kept in order. */
    public boolean isKept() {
        return slots != null;
    }

    /** Returns true if what was there before it was followed has its entries, too. */
    public boolean isBuilt() {
        return isBuilt;
    }

    /** The queues of which everything that has expired has been announced. Call under the latch. */
    public AnnouncedQueues announced() {
        return announced;
    }

    /** Begins to keep the order. Call under the latch. */
    void begin(int count) {
        if (slots == null) {
            write(count, BUILDING);
            slots = new Slots(count);
        }
    }

    /** Notes that every document has its entry. Call under the latch. */
    void built() {
        Slots all = slots;
        if (all != null) {
            write(all.count, BUILT);
            isBuilt = true;
        }
        land();
    }

    private void write(int count, byte state) {
        byte[] value = new ByteWriter(5).put4(count).put1(state).toBytes();
        write(CommitRetry.batch().put(Space.META, Layout.SEQUENCE_KEY, value));
    }

    private void write(WriteBatch batch) {
        CommitRetry.commit(store(), partition, batch, Durability.LOGGED);
    }

    /** Adds the entry of something that was written before the order was kept. Call under the latch. */
    void add(WriteBatch batch, DocumentKey key, long version) {
        Slots all = slots;
        if (all != null) {
            int slot = forms.slotOf(key, all.count);
            batch.put(Space.INDEX, Layout.sequenceKey(slot, version, key), new byte[0]);
            all.high.accumulateAndGet(slot, version, Math::max);
        }
    }

    /** The number of the last change of a slot, or 0. */
    public long high(int slot) {
        Slots all = slots;
        return all == null || slot >= all.count ? 0 : all.high.get(slot);
    }

    /** The highest number of a slot of whose change nothing is left, or 0. */
    public long purged(int slot) {
        Slots all = slots;
        return all == null || slot >= all.count ? 0 : all.purged.get(slot);
    }

    /** The last number before anything that is in flight here. */
    public long settled() {
        return inFlight - 1;
    }

    /** Runs something after each batch of the shard, on the thread of its writer; it must not block. */
    public void addFollower(Runnable follower) {
        followers.add(follower);
    }

    public void removeFollower(Runnable follower) {
        followers.remove(follower);
    }

    @Override
    public void begin(CommitGroup group) {
        if (slots != null) {
            inFlight = engine.versions().last() + 1;
        }
    }

    @Override
    public void prepare(CommitGroup group) {
        for (PendingCommit draft : group.drafts()) {
            announced.lower(draft.queueKeys());
        }
        Slots all = slots;
        if (all == null) {
            return;
        }
        prepared.clear();
        Map<Integer, Long> purges = new HashMap<>(0);
        SequencedDraft.Marks marks = new SequencedDraft.Marks() {
            @Override
            public void changed(int slot, long number) {
                prepared.add(new SlotMark(slot, number, false));
            }

            @Override
            public void purged(int slot, long number) {
                purges.merge(slot, number, Math::max);
            }
        };
        for (PendingCommit draft : group.drafts()) {
            new SequencedDraft(draft, key -> forms.slotOf(key, all.count), group.versionsBehind())
                    .addTo(group.batch(), marks);
        }
        purges.forEach((slot, number) -> putPurged(group.batch(), all, slot, number));
    }

    private void putPurged(WriteBatch batch, Slots all, int slot, long number) {
        if (number > all.purged.get(slot)) {
            byte[] value = new ByteWriter(8).put8(number).toBytes();
            batch.put(Space.META, Layout.purgedKey(slot), value);
            prepared.add(new SlotMark(slot, number, true));
        }
    }

    @Override
    public void applied(CommitGroup group) {
        Slots all = slots;
        if (all != null) {
            for (SlotMark mark : prepared) {
                (mark.isPurge ? all.purged : all.high).accumulateAndGet(mark.slot, mark.number, Math::max);
            }
        }
    }

    @Override
    public void end(CommitGroup group) {
        if (slots != null) {
            prepared.clear();
            land();
        }
    }

    private void land() {
        inFlight = NOTHING_IN_FLIGHT;
        for (Runnable follower : followers) {
            follower.run();
        }
    }

    /** A batch of which nobody knew may be in the store. */
    @Override
    public void reread(StateRows rows) {
        Slots all = slots;
        if (all != null) {
            Slots stored = restored(all.count);
            for (int slot = 0; slot < all.count; slot++) {
                all.high.accumulateAndGet(slot, stored.high.get(slot), Math::max);
                all.purged.accumulateAndGet(slot, stored.purged.get(slot), Math::max);
            }
        }
    }
}
