package dev.mayfly.face.cosmos.query;

import dev.mayfly.engine.Document;
import dev.mayfly.engine.FaceForms;
import dev.mayfly.face.cosmos.query.index.IndexSpec;
import dev.mayfly.store.api.KeyRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says where an item would stand in an index that there is not: at the first of its keys in the ranges. */
record IndexedRank(List<KeyRange> ranges) implements RankedItems.Rank {
    private static final FaceForms.KeySource EVERYTHING = new IndexSpec.Paths(List.of("/*"), List.of()).keys();

    @Override
    public byte @Nullable [] of(Document item) {
        for (byte[] key :
                EVERYTHING.keysOf(item.view(), item.stamp().modified()).keys()) {
            if (Spans.contain(ranges, key)) {
                return Spans.joined(key, item.key().bytes());
            }
        }
        return null;
    }
}
