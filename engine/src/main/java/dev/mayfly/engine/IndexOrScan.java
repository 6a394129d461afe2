package dev.mayfly.engine;

import dev.mayfly.engine.read.AdaptiveScan;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.IndexWalk;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.List;

/** Reads the documents of a collection by an index, or all of them. */
record IndexOrScan(Collection collection, ReadView reading, IndexWalk walk) implements AdaptiveScan.Plans {
    @Override
    public DocumentCursor byIndex() {
        return collection.scan(reading, walk);
    }

    @Override
    public DocumentCursor byScan(ReadView later) {
        return collection.scan(later, List.of(KeyRange.ALL), Direction.FORWARD);
    }

    @Override
    public int entries(int most) {
        return collection.estimate(walk, most);
    }
}
