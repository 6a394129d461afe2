package dev.mayfly.face.mongo.language.projection;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.HeapSize;
import dev.mayfly.face.mongo.language.value.QueryRefusals;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The fields of one level of a projection. */
final class ProjectionNode {
    /** The treatment of fields that are not named. */
    enum Rest {
        DROPPED,
        KEPT
    }

    /** Beyond a plain name, at the end of a path. */
    sealed interface Leaf {
        record Include() implements Leaf {}

        record Exclude() implements Leaf {}

        record Computed(Expression expression) implements Leaf {}

        record Below(ProjectionNode node) implements Leaf {}
    }

    static final Leaf INCLUDE = new Leaf.Include();
    static final Leaf EXCLUDE = new Leaf.Exclude();

    private final Rest rest;
    private final Map<String, Leaf> leaves = new LinkedHashMap<>();

    ProjectionNode(Rest rest) {
        this.rest = rest;
    }

    /** Adds a path's end; refuses one that meets another. */
    void put(String path, String[] names, int at, Leaf leaf) {
        String name = names[at];
        Leaf present = leaves.get(name);
        if (at == names.length - 1) {
            if (present != null) {
                throw QueryRefusals.location(31250, "Path collision at " + path);
            }
            leaves.put(name, leaf);
            return;
        }
        ProjectionNode below;
        if (present == null) {
            below = new ProjectionNode(rest);
            leaves.put(name, new Leaf.Below(below));
        } else if (present instanceof Leaf.Below(ProjectionNode node)) {
            below = node;
        } else {
            throw QueryRefusals.location(
                    31249,
                    "Path collision at " + path + " remaining portion "
                            + String.join(".", List.of(names).subList(at + 1, names.length)));
        }
        below.put(path, names, at + 1, leaf);
    }

    boolean isEmpty() {
        return leaves.isEmpty();
    }

    /** Returns the projected document; while it is made, the request is charged for the values computed for it. */
    BsonDocument applyTo(BsonDocument document, Variables variables) {
        RequestGuard guard = RequestGuard.current();
        long mark = guard.mark();
        try {
            return apply(document, TreeView.of(document), variables);
        } finally {
            guard.settle(mark, 0);
        }
    }

    private BsonDocument apply(BsonDocument document, View root, Variables variables) {
        BsonDocument result = new BsonDocument(leaves.size() + 1);
        document.forEach((name, value) -> {
            BsonValue kept = keep(leaves.get(name), value, root, variables);
            if (kept != null) {
                result.put(name, kept);
            }
        });
        addComputed(document, result, root, variables);
        return result;
    }

    /** Returns the rest of an existing field, before computed values take its place. */
    private @Nullable BsonValue keep(@Nullable Leaf leaf, BsonValue value, View root, Variables variables) {
        return switch (leaf) {
            case null -> rest == Rest.KEPT ? value : null;
            case Leaf.Include _ -> value;
            case Leaf.Exclude _ -> null;
            case Leaf.Computed _ -> rest == Rest.KEPT ? value : null;
            case Leaf.Below(ProjectionNode node) -> node.inside(value, root, variables);
        };
    }

    private @Nullable BsonValue inside(BsonValue value, View root, Variables variables) {
        if (value.isDocument()) {
            return apply(value.asDocument(), root, variables);
        }
        if (!value.isArray()) {
            return computes() ? apply(new BsonDocument(), root, variables) : rest == Rest.KEPT ? value : null;
        }
        BsonArray elements = new BsonArray(value.asArray().size());
        for (BsonValue element : value.asArray()) {
            BsonValue kept = inside(element, root, variables);
            if (kept != null) {
                elements.add(kept);
            }
        }
        return elements;
    }

    /** Returns whether any value is computed here or below. */
    boolean computes() {
        for (Leaf leaf : leaves.values()) {
            if (leaf instanceof Leaf.Computed || (leaf instanceof Leaf.Below(ProjectionNode node) && node.computes())) {
                return true;
            }
        }
        return false;
    }

    private void addComputed(BsonDocument document, BsonDocument result, View root, Variables variables) {
        for (Map.Entry<String, Leaf> entry : leaves.entrySet()) {
            String name = entry.getKey();
            if (entry.getValue() instanceof Leaf.Computed(Expression expression)) {
                BsonValue value = expression.evaluate(root, variables);
                RequestGuard.current().charge(HeapSize.of(value));
                if (ExpressionValues.isMissing(value)) {
                    result.remove(name);
                } else {
                    result.put(name, value);
                }
            } else if (entry.getValue() instanceof Leaf.Below(ProjectionNode node)
                    && !document.containsKey(name)
                    && node.computes()) {
                result.put(name, node.apply(new BsonDocument(), root, variables));
            }
        }
    }
}
