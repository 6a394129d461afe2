package dev.mayfly.face.mongo.language.update;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;

import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Trees;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Updates of the elements of an array: of all by {@code $[]}, of those an array filter picks by {@code $[name]}. */
final class ElementsNode implements UpdateNode {
    /** Stands for {@code $[]}. */
    static final String EVERY = "";

    private final ArrayFilters filters;
    private final TreeMap<String, UpdateNode> children = new TreeMap<>();

    ElementsNode(ArrayFilters filters) {
        this.filters = filters;
    }

    @Nullable
    UpdateNode child(String identifier) {
        return children.get(identifier);
    }

    void put(String identifier, UpdateNode child) {
        children.put(identifier, child);
    }

    @Override
    public @Nullable BsonValue apply(@Nullable BsonValue current, Place place) {
        if (current == null) {
            throw badValue(
                    "The path '" + place.path() + "' must exist in the document in order to apply array updates.");
        }
        if (!current.isArray()) {
            throw badValue("Cannot apply array updates to non-array element " + BsonText.field(place.name(), current));
        }
        return inArray(current.asArray(), place);
    }

    private BsonArray inArray(BsonArray array, Place place) {
        BsonArray changed = null;
        for (int i = 0; i < array.size(); i++) {
            BsonValue before = array.get(i);
            Place at = place.child(Integer.toString(i));
            UpdateNode step = stepFor(before, at);
            BsonValue after = step == null ? before : step.apply(before, at);
            if (!Trees.same(after, before)) {
                changed = changed == null ? new BsonArray(array) : changed;
                changed.set(i, after == null ? BsonNull.VALUE : after);
            }
        }
        return changed == null ? array : changed;
    }

    /** Returns the combined update of all identifiers that pick this element; null if none does. */
    private @Nullable UpdateNode stepFor(BsonValue element, Place at) {
        UpdateNode step = null;
        for (Map.Entry<String, UpdateNode> child : children.entrySet()) {
            if (filters.pick(child.getKey(), element)) {
                step = step == null ? child.getValue() : UpdateNode.merge(step, child.getValue(), at);
            }
        }
        return step;
    }

    @Override
    public boolean creates(Place place) {
        return true;
    }

    ElementsNode mergedWith(ElementsNode other, Place place) {
        ElementsNode merged = new ElementsNode(filters);
        merged.children.putAll(children);
        other.children.forEach((identifier, child) -> {
            UpdateNode present = merged.children.get(identifier);
            merged.put(
                    identifier,
                    present == null ? child : UpdateNode.merge(present, child, place.child("$[" + identifier + "]")));
        });
        return merged;
    }
}
