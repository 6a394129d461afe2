package dev.mayfly.face.couchbase.language.tree;

import java.util.ArrayList;
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

    /** Returns the default name of its rows. */
    public String alias() {
        return parts.getLast();
    }

    /** Reads a name that a parameter says: words between dots, each perhaps between grave accents, behind a namespace. */
    public static KeyspaceName of(String text) {
        String namespace = null;
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '`') {
                quoted = !quoted;
            } else if (c == ':' && !quoted && namespace == null && parts.isEmpty()) {
                namespace = part.toString();
                part.setLength(0);
            } else if (c == '.' && !quoted) {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString());
        return new KeyspaceName(namespace == null || namespace.isEmpty() ? null : namespace, parts);
    }

    @Override
    public String toString() {
        return (namespace == null ? "" : namespace + ":") + String.join(".", parts);
    }
}
