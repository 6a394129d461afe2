package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.query.index.PathPattern.Ending;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The indexing policy of a container, read and checked.
 *
 * @param indexes false in the mode {@code none}
 * @param included the patterns of the paths that are indexed, sorted
 * @param excluded the patterns of those that are not, sorted
 */
public record IndexPolicy(boolean indexes, List<String> included, List<String> excluded, List<List<Part>> composites) {
    private static final String EVERYTHING = "/*";

    /** The policy of a container that states none. */
    public static final IndexPolicy DEFAULT =
            new IndexPolicy(true, List.of(EVERYTHING), List.of("/\"_etag\"/?"), List.of());

    /** One path of a composite index. */
    public record Part(ItemPath path, boolean descending) {}

    public IndexPolicy {
        included = included.stream().sorted().distinct().toList();
        excluded = excluded.stream().sorted().distinct().toList();
        composites = composites.stream().map(List::copyOf).distinct().toList();
    }

    /**
     * The policy of an {@code indexingPolicy} as a client sent it; null stands for the default.
     *
     * @throws CosmosException with 400 when it is none
     */
    public static IndexPolicy of(@Nullable View json) {
        if (json == null || json.type() == ValueType.NULL) {
            return DEFAULT;
        }
        if (json.type() != ValueType.OBJECT) {
            throw CosmosException.badRequest("The indexing policy is no JSON object.");
        }
        boolean indexes = !mode(json).equals("none");
        List<String> included = patterns(json, "includedPaths");
        List<String> excluded = patterns(json, "excludedPaths");
        List<List<Part>> composites = composites(json);
        if (!indexes) {
            return new IndexPolicy(false, List.of(), List.of(), List.of());
        }
        if (included.isEmpty() && excluded.isEmpty()) {
            return new IndexPolicy(true, DEFAULT.included, DEFAULT.excluded, composites);
        }
        requireRoot(included, excluded);
        return new IndexPolicy(true, included, excluded, composites);
    }

    private static String mode(View json) {
        View mode = json.field("indexingMode");
        if (mode == null || mode.type() == ValueType.NULL) {
            return "consistent";
        }
        String name = mode.type() == ValueType.STRING ? mode.stringValue().toLowerCase(Locale.ROOT) : "";
        if (!Set.of("consistent", "lazy", "none").contains(name)) {
            throw CosmosException.badRequest("The indexing mode is invalid: it is Consistent, Lazy or None.");
        }
        return name;
    }

    private static List<String> patterns(View json, String name) {
        List<String> patterns = new ArrayList<>();
        for (View entry : elements(json, name)) {
            patterns.add(PathPattern.parse(text(entry, "path")).toString());
        }
        return patterns;
    }

    private static List<View> elements(View json, String name) {
        return items(json.field(name), name);
    }

    private static List<View> items(@Nullable View array, String name) {
        List<View> elements = new ArrayList<>();
        if (array == null || array.type() == ValueType.NULL) {
            return elements;
        }
        if (array.type() != ValueType.ARRAY) {
            throw CosmosException.badRequest("The indexing policy's " + name + " is no array.");
        }
        for (View.Fields fields = array.fields(); fields.next(); ) {
            elements.add(fields.value());
        }
        return elements;
    }

    private static String text(View entry, String name) {
        View text = entry.type() == ValueType.OBJECT ? entry.field(name) : null;
        if (text == null || text.type() != ValueType.STRING) {
            throw CosmosException.badRequest("The indexing policy has an entry without a " + name + ".");
        }
        return text.stringValue();
    }

    private static void requireRoot(List<String> included, List<String> excluded) {
        Set<String> both = new HashSet<>(included);
        both.retainAll(excluded);
        if (!both.isEmpty()) {
            throw CosmosException.badRequest(
                    "The indexing path '" + both.iterator().next()
                            + "' is both included and excluded. Please ensure that a path is in one of the sets only.");
        }
        if (!included.contains(EVERYTHING) && !excluded.contains(EVERYTHING)) {
            throw CosmosException.badRequest(
                    "The special mandatory indexing path \"\\/\" is not provided in any of the path"
                            + " type sets. Please provide this path in one of the sets.");
        }
    }

    private static List<List<Part>> composites(View json) {
        List<List<Part>> composites = new ArrayList<>();
        for (View composite : elements(json, "compositeIndexes")) {
            List<Part> parts = new ArrayList<>();
            for (View entry : items(composite, "compositeIndexes")) {
                parts.add(new Part(compositePath(text(entry, "path")), isDescending(entry)));
            }
            if (parts.size() < 2) {
                throw CosmosException.badRequest("A composite index must have at least two paths.");
            }
            composites.add(parts);
        }
        return composites;
    }

    private static ItemPath compositePath(String text) {
        ItemPath path = PathPattern.parseName(text);
        if (path.isThroughElements()) {
            throw CosmosException.badRequest("The composite index path '" + text + "' leads through an array.");
        }
        return path;
    }

    private static boolean isDescending(View entry) {
        View order = entry.field("order");
        if (order == null || order.type() == ValueType.NULL) {
            return false;
        }
        String name = order.type() == ValueType.STRING ? order.stringValue().toLowerCase(Locale.ROOT) : "";
        if (!name.equals("ascending") && !name.equals("descending")) {
            throw CosmosException.badRequest("The order of a composite index path is ascending or descending.");
        }
        return name.equals("descending");
    }

    /** The paths that the policy names for themselves, so that items without a value there are in the index too. */
    static List<ItemPath> named(List<String> included) {
        List<ItemPath> named = new ArrayList<>();
        for (String text : included) {
            PathPattern pattern = PathPattern.parse(text);
            if (pattern.ending() == Ending.VALUE && !pattern.path().isThroughElements()) {
                named.add(pattern.path());
            }
        }
        return named;
    }
}
