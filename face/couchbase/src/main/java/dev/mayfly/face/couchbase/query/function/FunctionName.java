package dev.mayfly.face.couchbase.query.function;

import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function by its own name and its scope, whether or not it is there.
 *
 * @param bucket of its scope; empty for a global function
 * @param scope empty for a global function
 */
public record FunctionName(String bucket, String scope, String name) {
    private static final String NAMESPACE = "default";

    static FunctionName global(String name) {
        return new FunctionName("", "", name);
    }

    /** Returns the function that a name means in a query context; null where the name is no path of a function. */
    public static @Nullable FunctionName of(KeyspaceName written, QueryContext context) {
        List<String> parts = written.parts();
        if (written.namespace() != null && !written.namespace().equalsIgnoreCase(NAMESPACE)) {
            return null;
        }
        boolean relative = written.namespace() == null && !context.isNone();
        return switch (parts.size()) {
            case 1 ->
                relative
                        ? new FunctionName(context.bucket(), context.scope(), parts.getFirst())
                        : global(parts.getFirst());
            case 2 -> relative ? new FunctionName(context.bucket(), parts.get(0), parts.get(1)) : null;
            case 3 -> new FunctionName(parts.get(0), parts.get(1), parts.get(2));
            default -> null;
        };
    }

    public boolean isGlobal() {
        return bucket.isEmpty();
    }

    /** Returns the path in errors, and the key in the catalog. */
    public String path() {
        return NAMESPACE + ":" + (isGlobal() ? "" : bucket + "." + scope + ".") + name;
    }

    /** Returns the context in which the names of keyspaces and functions in it are looked up. */
    public QueryContext context() {
        return isGlobal()
                ? QueryContext.NONE
                : new QueryContext(NAMESPACE + ":`" + bucket + "`.`" + scope + "`", bucket, scope);
    }
}
