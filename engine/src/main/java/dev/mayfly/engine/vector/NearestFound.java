package dev.mayfly.engine.vector;

import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import java.util.List;
import java.util.Optional;

/**
 * The documents among which the nearest are: those, and all that are as near as the last of them, in the order of their keys.
 *
 * @param looked the number of documents that were read
 */
public record NearestFound(List<Document> documents, long looked) {
    public NearestFound {
        documents = List.copyOf(documents);
    }

    /** Searches the columns of all shards of a collection; empty if these cannot tell. */
    public static Optional<NearestFound> in(List<VectorColumns> shards, ReadView reading, NearestSearch search) {
        NearestDocuments nearest = new NearestDocuments(search.limit());
        for (VectorColumns shard : shards) {
            if (!shard.search(reading, search, nearest)) {
                return Optional.empty();
            }
        }
        return Optional.of(new NearestFound(nearest.inOrder(), nearest.looked()));
    }
}
