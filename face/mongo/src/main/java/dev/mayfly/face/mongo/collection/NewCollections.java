package dev.mayfly.face.mongo.collection;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.error.EngineException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The collections that an open transaction has created. Used by the thread that holds its session. */
public final class NewCollections {
    /*
     * A collection cannot be created as part of a batch of documents. It is created at once, hidden from all others
     * while the transaction is open, and dropped if the transaction aborts. A write from outside the transaction to a
     * collection of this name makes it visible, and once that write has stored something, the collection is kept.
     */
    private static final Logger LOG = LoggerFactory.getLogger(NewCollections.class);

    private final Set<CollectionName> hidden;
    private final Consumer<Collection> drop;
    private final Map<CollectionName, Collection> made = new LinkedHashMap<>();
    private final Set<CollectionName> used = new HashSet<>();

    /**
     * None yet.
     *
     * @param hidden those of all open transactions
     * @param drop drops a collection, with all that is kept about it
     */
    NewCollections(Set<CollectionName> hidden, Consumer<Collection> drop) {
        this.hidden = hidden;
        this.drop = drop;
    }

    void add(Collection collection) {
        hidden.add(collection.name());
        made.put(collection.name(), collection);
    }

    boolean holds(CollectionName name) {
        return made.containsKey(name);
    }

    void use(CollectionName name) {
        used.add(name);
    }

    /** Returns whether the transaction has created it, and neither read nor written it since. */
    public boolean isUntouched(CollectionName name) {
        return made.containsKey(name) && !used.contains(name);
    }

    /** Call when the transaction is aborted. */
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
        showAll();
    }

    /** Call when the transaction has been committed. */
    public void showAll() {
        hidden.removeAll(made.keySet());
        made.clear();
    }
}
