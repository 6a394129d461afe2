package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.cosmos.language.ComputedProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The indexes of a container that are ready, as of a reading. Immutable. */
public final class UsableIndexes {
    /** The parsed names of indexes. */
    private static final Map<String, Usable> KNOWN = new ConcurrentHashMap<>();

    private static final int KNOWN_MAX = 10_000;

    private record Usable(ContainerIndex spec, @Nullable PathRules rules, List<ItemPath> named) {
        static Usable of(ContainerIndex spec) {
            return spec instanceof ContainerIndex.Paths paths
                    ? new Usable(spec, paths.rules(), IndexPolicy.named(paths.included()))
                    : new Usable(spec, null, List.of());
        }
    }

    private record Ready(IndexDefinition index, Usable usable) {}

    /** A composite index that is ready. */
    public record Composite(IndexDefinition index, List<IndexPolicy.Part> parts) {}

    private final List<Ready> ready = new ArrayList<>();
    private final ComputedProperties computed;

    /** @param computed as the container's definition has them; an index that was built for others is none for their paths */
    public UsableIndexes(ReadView reading, ComputedProperties computed) {
        this(reading.record(), computed);
    }

    private UsableIndexes(CollectionRecord record, ComputedProperties computed) {
        this.computed = computed;
        for (IndexDefinition index : record.indexes()) {
            if (index.isReady() && ContainerIndex.isName(index.name())) {
                ready.add(new Ready(index, usable(index)));
            }
        }
    }

    private static Usable usable(IndexDefinition index) {
        Usable known = KNOWN.get(index.name());
        if (known == null) {
            known = Usable.of(ContainerIndex.of(index.options()));
            if (KNOWN.size() >= KNOWN_MAX) {
                KNOWN.clear();
            }
            KNOWN.put(index.name(), known);
        }
        return known;
    }

    /** The index in which the values at this path lie, or null. */
    public @Nullable IndexDefinition covering(ItemPath path) {
        for (Ready one : ready) {
            if (covers(one, path)) {
                return one.index;
            }
        }
        return null;
    }

    private boolean covers(Ready one, ItemPath path) {
        String first = path.first();
        switch (one.usable.spec()) {
            case ContainerIndex.Words words -> {
                return words.path().equals(path);
            }
            case ContainerIndex.Places places -> {
                // A computed property hides the stored one of its name.
                return places.path().equals(path) && first != null && computed.named(first) == null;
            }
            case ContainerIndex.Paths _, ContainerIndex.Composite _, ContainerIndex.Unique _ -> {
                if (path.isDerived()) {
                    return false;
                }
            }
        }
        PathRules rules = one.usable.rules();
        return rules != null
                && (first == null || computed.agrees(one.usable.spec().computed(), first))
                && rules.covers(path, first != null && computed.named(first) != null);
    }

    /** Returns true if items without a value at this path are in its index too. */
    public boolean names(ItemPath path) {
        for (Ready one : ready) {
            if (covers(one, path)) {
                return one.usable.named().contains(path);
            }
        }
        return false;
    }

    public List<Composite> composites() {
        List<Composite> composites = new ArrayList<>();
        for (Ready one : ready) {
            if (one.usable.spec() instanceof ContainerIndex.Composite composite && agrees(composite)) {
                composites.add(new Composite(one.index, composite.parts()));
            }
        }
        return composites;
    }

    private boolean agrees(ContainerIndex.Composite composite) {
        for (IndexPolicy.Part part : composite.parts()) {
            String first = part.path().first();
            if (first != null && !computed.agrees(composite.computed(), first)) {
                return false;
            }
        }
        return true;
    }
}
