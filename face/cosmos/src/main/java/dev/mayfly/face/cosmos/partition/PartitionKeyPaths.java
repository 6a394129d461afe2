package dev.mayfly.face.cosmos.partition;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.face.cosmos.error.CosmosException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The paths of the partition key in a container's items. Immutable. */
public final class PartitionKeyPaths {
    /** The partition of requests without one, if the container was made without a partition key. */
    private static final PartitionKey NONE = PartitionKey.of(PartitionKey.Component.UNDEFINED);

    private final String[][] paths;
    private final boolean isOptional;

    private PartitionKeyPaths(String[][] paths, boolean isOptional) {
        this.paths = paths;
        this.isOptional = isOptional;
    }

    /**
     * Reads paths.
     *
     * @param paths as the container's definition has them, such as {@code /a/"b c"}
     * @param isOptional whether requests may leave the partition out, since the container was made without a key
     */
    public static PartitionKeyPaths of(List<String> paths, boolean isOptional) {
        String[][] names = new String[paths.size()][];
        for (int index = 0; index < names.length; index++) {
            names[index] = names(paths.get(index)).toArray(String[]::new);
        }
        return new PartitionKeyPaths(names, isOptional);
    }

    /** The partition that a request means which names this one, or none. */
    public @Nullable PartitionKey meant(@Nullable PartitionKey named) {
        boolean isLeftOut = named == null || named.components().isEmpty();
        return isLeftOut && isOptional ? NONE : named;
    }

    /** The names along a path; a quoted one may hold slashes, and quotes behind a backslash. */
    public static List<String> names(String path) {
        List<String> names = new ArrayList<>();
        int at = 0;
        while (at < path.length()) {
            if (path.charAt(at) != '/') {
                throw invalid(path);
            }
            at++;
            boolean isQuoted = at < path.length() && (path.charAt(at) == '"' || path.charAt(at) == '\'');
            int end = isQuoted ? closingQuote(path, at) : nextSlash(path, at);
            String name = isQuoted ? unescaped(path.substring(at + 1, end)) : path.substring(at, end);
            at = isQuoted ? end + 1 : end;
            if (name.isEmpty()) {
                throw invalid(path);
            }
            names.add(name);
        }
        if (names.isEmpty()) {
            throw invalid(path);
        }
        return names;
    }

    /** A path that leads through these names, written so that {@link #names} reads them again. */
    public static String text(List<String> names) {
        StringBuilder path = new StringBuilder();
        for (String name : names) {
            boolean isPlain = name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_');
            String quoted = '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
            path.append('/').append(isPlain ? name : quoted);
        }
        return path.toString();
    }

    private static int nextSlash(String path, int from) {
        int slash = path.indexOf('/', from);
        return slash < 0 ? path.length() : slash;
    }

    private static int closingQuote(String path, int quote) {
        int at = quote + 1;
        while (at < path.length() && path.charAt(at) != path.charAt(quote)) {
            at += path.charAt(at) == '\\' ? 2 : 1;
        }
        if (at >= path.length()) {
            throw invalid(path);
        }
        return at;
    }

    private static String unescaped(String quoted) {
        return quoted.replace("\\\"", "\"").replace("\\'", "'").replace("\\\\", "\\");
    }

    private static CosmosException invalid(String path) {
        return CosmosException.badRequest("The path '" + path + "' is invalid.");
    }

    public int size() {
        return paths.length;
    }

    /** The partition that an item belongs to, by its properties. */
    public PartitionKey of(JsonView item) {
        PartitionKey.Component[] components = new PartitionKey.Component[paths.length];
        for (int index = 0; index < components.length; index++) {
            components[index] = component(item, paths[index]);
        }
        return PartitionKey.of(components).requireSize();
    }

    private static PartitionKey.Component component(JsonView item, String[] path) {
        JsonView value = item;
        for (String name : path) {
            JsonView next = value.type() == ValueType.OBJECT ? value.field(name) : null;
            if (next == null) {
                return PartitionKey.Component.UNDEFINED;
            }
            value = next;
        }
        if (!PartitionKey.isScalar(value)) {
            throw PartitionKey.mismatch();
        }
        return PartitionKey.component(value);
    }

    /** Refuses a key that does not have a value for every path. */
    public PartitionKey requireWhole(@Nullable PartitionKey named) {
        PartitionKey key = meant(named);
        if (paths.length == 0) {
            return PartitionKey.of();
        }
        if (key == null) {
            throw PartitionKey.missing();
        }
        if (key.components().size() != paths.length) {
            throw PartitionKey.mismatch();
        }
        return key;
    }

    /** Refuses a key with more values than paths. */
    public PartitionKey requirePrefix(PartitionKey key) {
        if (key.components().isEmpty() || key.components().size() > paths.length) {
            throw PartitionKey.mismatch();
        }
        return key;
    }
}
