package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.cosmos.language.ComputedProperties;
import dev.mayfly.face.cosmos.language.ComputedProperty;
import dev.mayfly.face.cosmos.query.index.ContainerIndex;
import dev.mayfly.face.cosmos.query.index.ItemPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Returns the place that an item would have in a missing index: at the first of its keys in the ranges. */
record IndexedRank(List<KeyInterval> ranges, List<FaceForms.KeySource> sources) implements RankedItems.Rank {
    /** @param paths whose values the ranges are about */
    static IndexedRank of(List<KeyInterval> ranges, List<ItemPath> paths, ComputedProperties computed) {
        List<String> all = new ArrayList<>(List.of("/*"));
        for (ComputedProperty property : computed.all()) {
            all.add(ItemPath.of(List.of(property.name())) + "/*");
        }
        List<FaceForms.KeySource> sources = new ArrayList<>();
        sources.add(new ContainerIndex.Paths(all, List.of(), computed).keys());
        paths.forEach(
                path -> ContainerIndex.ofDerived(path).map(ContainerIndex::keys).ifPresent(sources::add));
        return new IndexedRank(ranges, sources);
    }

    @Override
    public byte @Nullable [] of(Document item) {
        byte[] first = null;
        for (FaceForms.KeySource source : sources) {
            for (byte[] key :
                    source.keysOf(item.view(), item.stamp().modified()).keys()) {
                boolean isIn = ranges.stream().anyMatch(range -> range.contains(key));
                if (isIn && (first == null || Arrays.compareUnsigned(key, first) < 0)) {
                    first = key;
                }
            }
        }
        return first == null ? null : KeyInterval.joined(first, item.key().bytes());
    }
}
