package dev.mayfly.face.cosmos.query;

import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.cosmos.language.ComputedProperties;
import dev.mayfly.face.cosmos.language.ComputedProperty;
import dev.mayfly.face.cosmos.query.index.ContainerIndex;
import dev.mayfly.face.cosmos.query.index.ItemPath;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Returns the place that an item would have in a missing index: at the first of its keys in the ranges. */
record IndexedRank(List<KeyRange> ranges, FaceForms.KeySource everything) implements RankedItems.Rank {
    static IndexedRank of(List<KeyRange> ranges, ComputedProperties computed) {
        List<String> paths = new ArrayList<>(List.of("/*"));
        for (ComputedProperty property : computed.all()) {
            paths.add(ItemPath.of(List.of(property.name())) + "/*");
        }
        return new IndexedRank(ranges, new ContainerIndex.Paths(paths, List.of(), computed).keys());
    }

    @Override
    public byte @Nullable [] of(Document item) {
        for (byte[] key :
                everything.keysOf(item.view(), item.stamp().modified()).keys()) {
            if (Spans.contain(ranges, key)) {
                return Spans.joined(key, item.key().bytes());
            }
        }
        return null;
    }
}
