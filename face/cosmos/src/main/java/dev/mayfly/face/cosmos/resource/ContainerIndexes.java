package dev.mayfly.face.cosmos.resource;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.schema.IndexRequest;
import java.util.List;

/** The engine's indexes that serve a container. Safe for concurrent use. */
public interface ContainerIndexes {
    /** Containers without any. */
    ContainerIndexes NONE = new ContainerIndexes() {
        @Override
        public List<IndexRequest> of(ContainerDefinition definition) {
            return List.of();
        }

        @Override
        public void change(Collection collection, ContainerDefinition from, ContainerDefinition to) {}
    };

    /**
     * Returns the initial indexes of a new container.
     *
     * @throws dev.mayfly.face.cosmos.error.CosmosException if its policy requires an impossible index
     */
    List<IndexRequest> of(ContainerDefinition definition);

    /**
     * Builds the indexes that the new definition requires and drops those it no longer does; waits until all are
     * ready.
     */
    void change(Collection collection, ContainerDefinition from, ContainerDefinition to);
}
