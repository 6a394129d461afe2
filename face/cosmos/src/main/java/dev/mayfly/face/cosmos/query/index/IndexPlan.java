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
    private final List<ContainerIndex> specs;

    private IndexPlan(List<ContainerIndex> specs) {
        this.specs = specs;
    }

    /**
     * Returns the plan for these parts of a container's definition.
     *
     * @param partitionKey the paths of the partition key, as the client wrote them
     * @param uniqueKeys the paths of each unique key
     * @param derived the indexes of words and of places
     */
    static IndexPlan of(
            IndexPolicy policy,
            ComputedProperties computed,
            List<String> partitionKey,
            List<List<String>> uniqueKeys,
            List<ContainerIndex> derived) {
        List<ContainerIndex> specs = new ArrayList<>();
        if (policy.indexes()) {
            if (!policy.included().isEmpty()) {
                specs.add(ContainerIndex.Paths.of(policy.included(), policy.excluded(), computed));
            }
            policy.composites().forEach(parts -> specs.add(composite(parts, computed)));
            specs.addAll(derived);
        }
        List<ItemPath> partition =
                partitionKey.stream().map(PathPattern::parseName).toList();
        for (List<String> unique : uniqueKeys) {
            specs.add(new ContainerIndex.Unique(
                    partition, unique.stream().map(PathPattern::parseName).toList()));
        }
        return new IndexPlan(specs.stream().distinct().toList());
    }

    private static ContainerIndex composite(List<Part> parts, ComputedProperties computed) {
        return new ContainerIndex.Composite(
                parts,
                computed.only(
                        name -> parts.stream().anyMatch(part -> part.path().isBelow(name))));
    }

    public List<ContainerIndex> specs() {
        return specs;
    }

    /**
     * Changes a container's indexes to the required ones, and waits until they are ready. Superfluous ones are dropped
     * only then, so that queries have the old ones until they have the new ones. Does nothing if nothing has changed;
     * call it again after a restart, which forgets the indexes being built.
     */
    public void apply(Collection container) {
        for (ContainerIndex spec : specs) {
            if (container.record().index(spec.name()).isEmpty()) {
                container.definition().createIndex(spec.request());
            }
        }
        Set<String> wanted = specs.stream().map(ContainerIndex::name).collect(Collectors.toSet());
        for (IndexDefinition index : container.record().indexes()) {
            if (ContainerIndex.isName(index.name()) && !wanted.contains(index.name())) {
                container.definition().dropIndex(index.name());
            }
        }
    }
}
