package dev.mayfly.engine.sequence;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.write.CollectionCommitter;
import java.util.List;
import java.util.function.Predicate;

/** The order of changes of one shard: kept, built and read. Safe for concurrent use. */
public final class ShardSequence {
    private final CollectionCommitter committer;
    private final SequenceIndex index;
    private final SequenceReader reader;

    public ShardSequence(CollectionCommitter committer, SequenceIndex index) {
        this.committer = committer;
        this.index = index;
        this.reader = new SequenceReader(committer);
    }

    public SequenceIndex index() {
        return index;
    }

    /** Begins to keep the order in so many slots, unless it is kept. */
    public void begin(int slots) {
        if (!index.isKept()) {
            committer.latched(() -> {
                index.begin(slots);
                return true;
            });
        }
    }

    /** Gives entries to what was there before; may take long. */
    public void build() {
        new SequenceBuild(committer, index).run();
    }

    public List<DocumentKey> keys(int slot, Predicate<DocumentKey> wanted) {
        return reader.keys(slot, wanted);
    }

    public int count(int slot, long after, int max) {
        return reader.count(slot, after, max);
    }

    public SequencedPage read(int slot, SequencedPage.Bounds bounds) {
        return reader.read(slot, bounds);
    }
}
