package dev.mayfly.face.mongo.collection;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineException;
import dev.mayfly.engine.catalog.CollectionName;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The collections that an open transaction has made. Used by whoever works for its session. */
public final class NewCollections {
    /*
     * A collection cannot be made as part of a batch of documents. It is made at once, so that others see it, empty,
     * while the transaction is open, and it is dropped when the transaction is aborted, unless somebody else has stored
     * something in it meanwhile.
     */
    private static final Logger LOG = LoggerFactory.getLogger(NewCollections.class);

    private final Consumer<Collection> drop;
    private final Map<CollectionName, Collection> made = new LinkedHashMap<>();
    private final Set<CollectionName> used = new HashSet<>();

    /** @param drop drops a collection, with all that is kept about it */
    public NewCollections(Consumer<Collection> drop) {
        this.drop = drop;
    }

    void add(Collection collection) {
        made.put(collection.name(), collection);
    }

    boolean holds(CollectionName name) {
        return made.containsKey(name);
    }

    void use(CollectionName name) {
        used.add(name);
    }

    /** Whether the transaction has made it, and neither read nor written it since. */
    public boolean isUntouched(CollectionName name) {
        return made.containsKey(name) && !used.contains(name);
    }

    /** To be called when the transaction is aborted. */
    public void dropAll() {
        for (Collection collection : made.values()) {
            try {
                if (collection.count(collection.reading()) == 0) {
                    drop.accept(collection);
                }
            } catch (EngineException failure) {
                LOG.warn("the collection of an aborted transaction could not be dropped", failure);
            }
        }
        made.clear();
    }
}
