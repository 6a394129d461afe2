package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.cosmos.language.ComputedProperties;
import dev.mayfly.face.cosmos.language.ComputedProperty;
import dev.mayfly.face.cosmos.query.index.ContainerIndex;
import dev.mayfly.face.cosmos.query.index.ItemPath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Returns the place that an item would have in a missing index: at the first of its keys in the ranges. */
record IndexedRank(List<KeyInterval> ranges, FaceForms.KeySource everything) implements RankedItems.Rank {
    static IndexedRank of(List<KeyInterval> ranges, ComputedProperties computed) {
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
            if (ranges.stream().anyMatch(range -> range.contains(key))) {
                return KeyInterval.joined(key, item.key().bytes());
            }
        }
        return null;
    }
}
