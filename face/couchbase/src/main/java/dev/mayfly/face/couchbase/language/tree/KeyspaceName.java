package dev.mayfly.face.couchbase.language.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The name of a keyspace as it was written.
 *
 * @param namespace {@code default} or {@code system} before a colon, or null
 * @param parts from left to right: a collection or a bucket alone, or a bucket, a scope and a collection
 */
public record KeyspaceName(@Nullable String namespace, List<String> parts) {
    public KeyspaceName {
        parts = List.copyOf(parts);
    }

    /** What rows of it are called when nobody gives them a name. */
    public String alias() {
        return parts.getLast();
    }

    @Override
    public String toString() {
        return (namespace == null ? "" : namespace + ":") + String.join(".", parts);
    }
}
