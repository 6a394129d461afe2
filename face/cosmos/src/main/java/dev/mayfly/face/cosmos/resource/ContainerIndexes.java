package dev.mayfly.face.cosmos.resource;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.IndexRequest;
import java.util.List;

/** Which indexes of the engine serve a container. Safe for concurrent use. */
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
     * What a new container has from the beginning.
     *
     * @throws dev.mayfly.face.cosmos.CosmosException when its policy asks for what there cannot be
     */
    List<IndexRequest> of(ContainerDefinition definition);

    /** Makes and drops what the new definition asks for and no longer asks for; waits until all is ready. */
    void change(Collection collection, ContainerDefinition from, ContainerDefinition to);
}
