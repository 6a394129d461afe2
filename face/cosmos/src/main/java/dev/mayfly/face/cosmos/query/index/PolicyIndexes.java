package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.face.cosmos.language.function.SearchSettings;
import dev.mayfly.face.cosmos.resource.ContainerDefinition;
import dev.mayfly.face.cosmos.resource.ContainerIndexes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Gives every container the indexes that its indexing policy and its unique keys require. */
public final class PolicyIndexes implements ContainerIndexes {
    /* A definition that is changed into itself is that of a container which is opened: it may lack what was being built. */
    @Override
    public List<IndexRequest> of(ContainerDefinition definition) {
        return plan(definition).specs().stream().map(ContainerIndex::request).toList();
    }

    @Override
    public void change(Collection collection, ContainerDefinition from, ContainerDefinition to) {
        boolean isSettled = from != to
                && from.indexingPolicy().equals(to.indexingPolicy())
                && from.computedProperties().equals(to.computedProperties())
                && from.uniqueKeys().equals(to.uniqueKeys())
                && from.searchSettings().equals(to.searchSettings());
        if (!isSettled) {
            plan(to).apply(collection);
        }
    }

    private static IndexPlan plan(ContainerDefinition definition) {
        byte[] policy = definition.indexingPolicy().toString().getBytes(StandardCharsets.UTF_8);
        return IndexPlan.of(
                IndexPolicy.of(JsonView.of(policy)),
                definition.computedProperties(),
                definition.partitionKeyPaths(),
                definition.uniqueKeys(),
                derived(definition));
    }

    private static List<ContainerIndex> derived(ContainerDefinition definition) {
        SearchSettings settings = definition.searchSettings();
        List<ContainerIndex> derived = new ArrayList<>();
        for (List<String> names : definition.fullTextPaths()) {
            derived.add(new ContainerIndex.Words(ItemPath.of(names), settings.languageOf(names)));
        }
        // Places on the plane are looked for among all.
        if (!settings.isPlanar()) {
            for (String text : definition.spatialPaths()) {
                ItemPath path = PathPattern.parse(text).path();
                if (!path.steps().isEmpty() && !path.isThroughElements()) {
                    derived.add(new ContainerIndex.Places(path));
                }
            }
        }
        return derived;
    }
}
