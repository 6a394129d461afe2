package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.sequence.SequencedChange;
import dev.mayfly.engine.sequence.SequencedPage;
import dev.mayfly.engine.sequence.ShardSequence;
import dev.mayfly.engine.write.StoreErrors;
import dev.mayfly.engine.write.SweepControl;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The last change of each key of a collection in the order of their numbers, slot by slot. A number belongs to one change of
 * a slot in all collections of the engine. Every method may throw {@link EngineException}. Safe for concurrent use.
 */
public final class ChangeSequence {
    private final List<ShardSequence> shards;
    private final StoreErrors storeErrors;
    private final SweepControl control;

    ChangeSequence(CollectionParts parts, SweepControl control) {
        this.shards = parts.each().stream().map(ShardParts::sequence).toList();
        this.storeErrors = parts.storeErrors();
        this.control = control;
    }

    /**
     * Begins to keep the order for good, unless it is kept; from then on expiry is announced as soon as it is due. Only for a
     * collection that keeps tombstones, in a store that no other engine writes.
     *
     * @param slots always the same for one collection
     */
    public void follow(int slots) {
        storeErrors.run(() -> shards.forEach(shard -> shard.begin(slots)));
        control.noteDue(Long.MIN_VALUE);
    }

    /** Finds the place of what was there before it was followed. Blocks until it is done, which may take long. */
    public void build() {
        storeErrors.run(() -> shards.forEach(ShardSequence::build));
    }

    public boolean isFollowed() {
        return shards.stream().allMatch(shard -> shard.index().isKept());
    }

    /** Returns true if everything is in order, and can be read. */
    public boolean isBuilt() {
        return shards.stream().allMatch(shard -> shard.index().isBuilt());
    }

    /** The number of the last change of a slot, or 0. */
    public long high(int slot) {
        long high = 0;
        for (int shard = 0; shard < shards.size(); shard++) {
            high = Math.max(high, shards.get(shard).index().high(slot));
        }
        return high;
    }

    /** The highest number of a slot of whose change nothing is left, or 0. */
    public long purged(int slot) {
        long purged = 0;
        for (int shard = 0; shard < shards.size(); shard++) {
            purged = Math.max(purged, shards.get(shard).index().purged(slot));
        }
        return purged;
    }

    /**
     * The number up to which everything is in the store, and nothing is added at or below it any more.
     *
     * @param given {@link Engine#lastVersion}, asked before
     */
    public long settled(long given) {
        long settled = given;
        for (int shard = 0; shard < shards.size(); shard++) {
            settled = Math.min(settled, shards.get(shard).index().settled());
        }
        return settled;
    }

    /** Returns how many changes of a slot have numbers above this one; counts no more than so many. */
    public int count(int slot, long after, int max) {
        return storeErrors.translate(() -> {
            int count = 0;
            for (ShardSequence shard : shards) {
                if (shard.index().high(slot) > after && count < max) {
                    count += shard.count(slot, after, max - count);
                }
            }
            return count;
        });
    }

    /** Reads changes of a slot; the bounds must not reach beyond what is {@link #settled}. */
    public SequencedPage read(int slot, SequencedPage.Bounds bounds) {
        return storeErrors.translate(() -> {
            List<SequencedPage> pages = new ArrayList<>(1);
            for (ShardSequence shard : shards) {
                if (shard.index().high(slot) > bounds.after()) {
                    pages.add(shard.read(slot, bounds));
                }
            }
            return pages.isEmpty() ? new SequencedPage(List.of(), bounds.until()) : merged(pages, bounds.after());
        });
    }

    /** Returns the keys of a slot in their order, also of documents that are gone and have left a tombstone. */
    public List<DocumentKey> keys(int slot, Predicate<DocumentKey> wanted) {
        return storeErrors.translate(() -> shards.stream()
                .flatMap(shard -> shard.keys(slot, wanted).stream())
                .sorted()
                .toList());
    }

    /**
     * Returns the changes of several pages up to where none is missing in any. Changes of one batch that was written before
     * anybody followed have one number where they lie in different pages: they get the numbers below it, which their batch
     * has taken.
     *
     * @param after the number behind which all pages begin
     */
    public static SequencedPage merged(List<SequencedPage> pages, long after) {
        if (pages.size() == 1) {
            return pages.getFirst();
        }
        long until = pages.stream().mapToLong(SequencedPage::until).min().orElse(after);
        List<SequencedChange> all = new ArrayList<>();
        for (SequencedPage page : pages) {
            page.changes().stream().filter(change -> change.number() <= until).forEach(all::add);
        }
        all.sort(Comparator.comparingLong(SequencedChange::number));
        for (int index = all.size() - 2; index >= 0; index--) {
            long next = all.get(index + 1).number();
            if (all.get(index).number() >= next) {
                all.set(index, all.get(index).numbered(next - 1));
            }
        }
        all.removeIf(change -> change.number() <= after);
        return new SequencedPage(all, until);
    }

    /** Runs something after each batch, on the thread of its writer; it must not block. */
    public void addFollower(Runnable follower) {
        shards.forEach(shard -> shard.index().addFollower(follower));
    }

    public void removeFollower(Runnable follower) {
        shards.forEach(shard -> shard.index().removeFollower(follower));
    }
}
