package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.face.cosmos.query.index.PathPattern.Ending;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides for every path of an item whether its value is indexed: the longest pattern wins, and of two the narrower
 * one.
 */
final class PathRules {
    private final Node root = new Node();

    /** The patterns that lead through one place. */
    static final class Node {
        private final Map<String, Node> names = new HashMap<>();
        private @Nullable Node elements;
        private @Nullable Boolean value;
        private @Nullable Boolean all;

        private Node made(ItemPath.Step step) {
            String name = step.name();
            if (name != null) {
                return names.computeIfAbsent(name, _ -> new Node());
            }
            Node known = elements;
            if (known == null) {
                known = new Node();
                elements = known;
            }
            return known;
        }

        @Nullable
        Node named(String name) {
            return names.get(name);
        }

        @Nullable
        Node elements() {
            return elements;
        }
    }

    PathRules(Collection<PathPattern> included, Collection<PathPattern> excluded) {
        for (PathPattern pattern : excluded) {
            put(pattern, false);
        }
        for (PathPattern pattern : included) {
            put(pattern, true);
        }
    }

    private void put(PathPattern pattern, boolean indexed) {
        Node node = root;
        for (ItemPath.Step step : pattern.path().steps()) {
            node = node.made(step);
        }
        if (pattern.ending() == Ending.ALL) {
            node.all = indexed;
        } else {
            node.value = indexed;
        }
    }

    Node root() {
        return root;
    }

    /**
     * Returns the decision for all at or below a place, given that for all above it; a place that no pattern leads to
     * has no node.
     */
    static boolean all(@Nullable Node node, boolean above) {
        Boolean said = node == null ? null : node.all;
        return said == null ? above : said;
    }

    /** Returns true if the value at a place is indexed, given the decision for all there. */
    static boolean value(@Nullable Node node, boolean all) {
        Boolean said = node == null ? null : node.value;
        return said == null ? all : said;
    }

    /** @param isComputed whether it leads to a computed property, which no pattern of everything covers */
    boolean covers(ItemPath path, boolean isComputed) {
        Node node = root;
        boolean all = !isComputed && all(node, false);
        for (ItemPath.Step step : path.steps()) {
            String name = step.name();
            node = node == null ? null : name == null ? node.elements() : node.named(name);
            all = all(node, all);
        }
        return value(node, all);
    }
}
