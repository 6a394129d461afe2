package dev.mayfly.face.cosmos.query;

import dev.mayfly.face.cosmos.language.ComputedProperties;
import dev.mayfly.face.cosmos.language.SqlQuery;
import dev.mayfly.face.cosmos.query.index.IndexPolicy.Part;
import dev.mayfly.face.cosmos.query.index.ItemPath;
import dev.mayfly.face.cosmos.query.index.UsableIndexes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds out which indexes a query uses, and which it would use if they were there. */
final class IndexUses {
    private final UsableIndexes indexes;
    private final Set<String> single = new LinkedHashSet<>();
    private final Set<String> potentialSingle = new LinkedHashSet<>();
    private final List<List<String>> composite = new ArrayList<>();
    private final List<List<String>> potentialComposite = new ArrayList<>();

    private IndexUses(UsableIndexes indexes) {
        this.indexes = indexes;
    }

    static IndexUse of(
            UsableIndexes indexes, List<List<Bound>> conditions, List<SqlQuery.Order> orders, QueryNames names) {
        IndexUses uses = new IndexUses(indexes);
        List<ItemPath> filtered = new ArrayList<>();
        for (List<Bound> alternatives : conditions) {
            for (Bound bound : alternatives) {
                if (bound.path().isOfCells()) {
                    // The service's metrics know nothing of them.
                    continue;
                }
                uses.addSingle(bound.path());
                filtered.add(bound.path());
            }
        }
        if (orders.size() == 1) {
            ItemPath path = names.path(orders.getFirst().value());
            if (path != null) {
                uses.addSingle(path);
            }
        } else if (orders.size() > 1) {
            uses.addComposite(
                    SortSpec.of(orders, names, ComputedProperties.NONE).parts());
        }
        List<ItemPath> distinct = filtered.stream().distinct().toList();
        if (orders.isEmpty() && distinct.size() > 1) {
            uses.addComposite(
                    distinct.stream().map(path -> new Part(path, false)).toList());
        }
        return new IndexUse(
                List.copyOf(uses.single), List.copyOf(uses.potentialSingle), uses.composite, uses.potentialComposite);
    }

    private void addSingle(ItemPath path) {
        (indexes.covering(path) == null ? potentialSingle : single).add(path + "/?");
    }

    private void addComposite(List<Part> parts) {
        boolean there =
                indexes.composites().stream().anyMatch(index -> index.parts().equals(parts));
        List<String> spelled = parts.stream()
                .map(part -> part.path() + (part.descending() ? " DESC" : " ASC"))
                .toList();
        (there ? composite : potentialComposite).add(spelled);
    }
}
