package dev.mayfly.face.mongo.language.update;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.language.value.Trees;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Updates of named fields of a document, or of numbered elements of an array. */
final class FieldsNode implements UpdateNode {
    /** New fields appear in this order: names as text, numbers by size. */
    private static final Comparator<String> FIELD_ORDER = FieldsNode::compareNames;

    private static final int PADDING_MAX = 1_500_000;

    private final TreeMap<String, UpdateNode> children = new TreeMap<>(FIELD_ORDER);
    private @Nullable UpdateNode positional;

    @Nullable
    UpdateNode child(String name) {
        return name.equals("$") ? positional : children.get(name);
    }

    void put(String name, UpdateNode child) {
        if (name.equals("$")) {
            positional = child;
        } else {
            children.put(name, child);
        }
    }

    @Override
    public @Nullable BsonValue apply(@Nullable BsonValue current, Place place) {
        Map<String, UpdateNode> steps = steps(place);
        if (current == null) {
            return create(steps, place);
        }
        return switch (current.getBsonType()) {
            case DOCUMENT -> inDocument(current.asDocument(), steps, place);
            case ARRAY -> inArray(current.asArray(), steps, place);
            default -> inScalar(current, steps, place);
        };
    }

    /** As {@link #apply}, of a document as bytes; null if its new values are so large that the result must be judged as a tree. */
    @Nullable
    BsonView patch(BsonView document, Place place) {
        return DocumentPatch.apply(document, steps(place), place);
    }

    /** The children, the positional one under the index that the query matched. */
    private Map<String, UpdateNode> steps(Place place) {
        UpdateNode atMatch = positional;
        if (atMatch == null) {
            return children;
        }
        int position = place.context().position();
        if (position < 0) {
            throw badValue("The positional operator did not find the match needed from the query.");
        }
        String index = Integer.toString(position);
        TreeMap<String, UpdateNode> steps = new TreeMap<>(children);
        UpdateNode sibling = children.get(index);
        steps.put(index, sibling == null ? atMatch : UpdateNode.merge(sibling, atMatch, place.child(index)));
        return steps;
    }

    private static @Nullable BsonValue create(Map<String, UpdateNode> steps, Place place) {
        BsonDocument created = null;
        for (Map.Entry<String, UpdateNode> step : steps.entrySet()) {
            BsonValue value = step.getValue().apply(null, place.child(step.getKey()));
            if (value != null) {
                created = created == null ? new BsonDocument() : created;
                created.put(step.getKey(), value);
            }
        }
        return created;
    }

    private static BsonDocument inDocument(BsonDocument document, Map<String, UpdateNode> steps, Place place) {
        BsonDocument changed = null;
        for (Map.Entry<String, UpdateNode> step : steps.entrySet()) {
            String name = step.getKey();
            BsonValue before = document.get(name);
            BsonValue after = step.getValue().apply(before, place.child(name));
            if (Trees.same(after, before)) {
                continue;
            }
            changed = changed == null ? copyOf(document) : changed;
            if (after == null) {
                changed.remove(name);
            } else {
                changed.put(name, after);
            }
        }
        return changed == null ? document : changed;
    }

    private static BsonDocument copyOf(BsonDocument document) {
        BsonDocument copy = new BsonDocument(document.size() + 4);
        copy.putAll(document);
        return copy;
    }

    private static BsonArray inArray(BsonArray array, Map<String, UpdateNode> steps, Place place) {
        BsonArray changed = null;
        for (Map.Entry<String, UpdateNode> step : steps.entrySet()) {
            int index = Trees.index(step.getKey());
            if (index < 0) {
                refuseIfCreating(step, array, place);
                continue;
            }
            BsonArray now = changed == null ? array : changed;
            BsonValue before = index < now.size() ? now.get(index) : null;
            BsonValue after = step.getValue().apply(before, place.child(step.getKey()));
            if (Trees.same(after, before)) {
                continue;
            }
            changed = changed == null ? new BsonArray(array) : changed;
            setElement(changed, index, after == null ? BsonNull.VALUE : after);
        }
        return changed == null ? array : changed;
    }

    private static void setElement(BsonArray array, int index, BsonValue value) {
        if (index - array.size() > PADDING_MAX) {
            throw UpdateRefusals.cannotBackfill(PADDING_MAX);
        }
        while (array.size() < index) {
            array.add(BsonNull.VALUE);
        }
        if (index == array.size()) {
            array.add(value);
        } else {
            array.set(index, value);
        }
    }

    private static BsonValue inScalar(BsonValue value, Map<String, UpdateNode> steps, Place place) {
        for (Map.Entry<String, UpdateNode> step : steps.entrySet()) {
            refuseIfCreating(step, value, place);
        }
        return value;
    }

    private static void refuseIfCreating(Map.Entry<String, UpdateNode> step, BsonValue value, Place place) {
        if (step.getValue().creates(place)) {
            throw UpdateRefusals.notViable(step.getKey(), place, value);
        }
    }

    @Override
    public boolean creates(Place place) {
        return steps(place).values().stream().anyMatch(child -> child.creates(place));
    }

    FieldsNode mergedWith(FieldsNode other, Place place) {
        FieldsNode merged = new FieldsNode();
        children.forEach(merged::put);
        other.children.forEach((name, child) -> merged.mergeIn(name, child, place));
        UpdateNode mine = positional;
        if (mine != null) {
            merged.put("$", mine);
        }
        UpdateNode theirs = other.positional;
        if (theirs != null) {
            merged.mergeIn("$", theirs, place);
        }
        return merged;
    }

    private void mergeIn(String name, UpdateNode child, Place place) {
        UpdateNode present = child(name);
        put(name, present == null ? child : UpdateNode.merge(present, child, place.child(name)));
    }

    private static int compareNames(String left, String right) {
        int leftIndex = Trees.index(left);
        int rightIndex = Trees.index(right);
        return leftIndex >= 0 && rightIndex >= 0 ? Integer.compare(leftIndex, rightIndex) : left.compareTo(right);
    }
}
