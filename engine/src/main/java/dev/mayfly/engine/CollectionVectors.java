package dev.mayfly.engine;

import dev.mayfly.base.query.PackedVectors;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.vector.NearestFound;
import dev.mayfly.engine.vector.NearestSearch;
import dev.mayfly.engine.vector.VectorColumns;
import java.util.Optional;

/** The vectors of a collection's documents that are kept in memory, by which the nearest are found. Safe for concurrent use. */
public final class CollectionVectors {
    /** More of the nearest documents are looked for among all. */
    private static final int NEAREST_MAX = 1_000;

    private final CollectionParts parts;
    private final boolean isTransactional;

    CollectionVectors(CollectionParts parts, boolean isTransactional) {
        this.parts = parts;
        this.isTransactional = isTransactional;
    }

    /**
     * Returns the documents among which the nearest are: the same that a scan would find.
     *
     * @return empty if they cannot be found so: within a transaction, as of a state of the store that was frozen, if other engines
     *     write the store, if there is no memory for the vectors, or if a scan would be as fast
     */
    public Optional<NearestFound> nearest(ReadView reading, NearestSearch search) {
        boolean isKept = !isTransactional
                && reading.frozen() == null
                && !parts.shards().engine().isShared();
        if (!isKept || search.limit() > NEAREST_MAX || !PackedVectors.isUsual(search.vector())) {
            return Optional.empty();
        }
        return parts.storeErrors().translate(() -> NearestFound.in(parts.vectors(), reading, search));
    }

    /** Returns the number of columns that are kept: one for each path and number of dimensions in each shard. */
    public int columns() {
        return parts.vectors().stream().mapToInt(VectorColumns::count).sum();
    }

    /** Forgets them, such as after an index was dropped. The next search reads them again. */
    public void forget() {
        parts.vectors().forEach(VectorColumns::clear);
    }
}
