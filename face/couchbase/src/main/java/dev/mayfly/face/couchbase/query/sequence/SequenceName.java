package dev.mayfly.face.couchbase.query.sequence;

import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sequence by its scope and its own name, whether or not it is there. */
public record SequenceName(String bucket, String scope, String name) {
    private static final String NAMESPACE = "default";

    /** Returns the sequence that a name means in a query context, or null where it does not say a scope. */
    public static @Nullable SequenceName of(KeyspaceName written, QueryContext context) {
        List<String> parts = written.parts();
        boolean relative = written.namespace() == null && !context.isNone();
        return switch (parts.size()) {
            case 3 -> new SequenceName(parts.get(0), parts.get(1), parts.get(2));
            case 2 -> relative ? new SequenceName(context.bucket(), parts.get(0), parts.get(1)) : null;
            case 1 -> relative ? new SequenceName(context.bucket(), context.scope(), parts.getFirst()) : null;
            default -> null;
        };
    }

    /** Returns the name in errors and in the catalog's keys. */
    public String text() {
        return NAMESPACE + ":" + bucket + "." + scope + "." + name;
    }

    /** Returns the path as a statement can write it. */
    public String path() {
        return NAMESPACE + ":" + quoted(bucket) + "." + quoted(scope) + "." + quoted(name);
    }

    private static String quoted(String part) {
        return "`" + part + "`";
    }
}
