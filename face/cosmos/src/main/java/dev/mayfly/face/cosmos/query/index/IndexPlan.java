package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.cosmos.language.ComputedProperties;
import dev.mayfly.face.cosmos.query.index.IndexPolicy.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The indexes that a container has to have. Immutable and safe for concurrent use. */
public final class IndexPlan {
    private final List<IndexSpec> specs;

    private IndexPlan(List<IndexSpec> specs) {
        this.specs = specs;
    }

    /**
     * What these parts of a container's definition ask for.
     *
     * @param partitionKey the paths of the partition key, as the client wrote them
     * @param uniqueKeys the paths of each unique key
     */
    public static IndexPlan of(
            IndexPolicy policy, ComputedProperties computed, List<String> partitionKey, List<List<String>> uniqueKeys) {
        List<IndexSpec> specs = new ArrayList<>();
        if (policy.indexes()) {
            if (!policy.included().isEmpty()) {
                specs.add(IndexSpec.Paths.of(policy.included(), policy.excluded(), computed));
            }
            policy.composites().forEach(parts -> specs.add(composite(parts, computed)));
        }
        List<ItemPath> partition =
                partitionKey.stream().map(PathPattern::parseName).toList();
        for (List<String> unique : uniqueKeys) {
            specs.add(new IndexSpec.Unique(
                    partition, unique.stream().map(PathPattern::parseName).toList()));
        }
        return new IndexPlan(specs.stream().distinct().toList());
    }

    private static IndexSpec composite(List<Part> parts, ComputedProperties computed) {
        return new IndexSpec.Composite(
                parts,
                computed.only(
                        name -> parts.stream().anyMatch(part -> part.path().isBelow(name))));
    }

    public List<IndexSpec> specs() {
        return specs;
    }

    /**
     * Makes a container's indexes what they have to be, and waits until they are. Only then those that are too many go,
     * so that queries have the ones before until they have the new ones. Does nothing where nothing has changed; to be
     * called again after a restart, which forgets what was being built.
     */
    public void apply(Collection container) {
        for (IndexSpec spec : specs) {
            if (container.record().index(spec.name()).isEmpty()) {
                container.definition().createIndex(spec.request());
            }
        }
        Set<String> wanted = specs.stream().map(IndexSpec::name).collect(Collectors.toSet());
        for (IndexDefinition index : container.record().indexes()) {
            if (IndexSpec.isName(index.name()) && !wanted.contains(index.name())) {
                container.definition().dropIndex(index.name());
            }
        }
    }
}
