package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.face.cosmos.language.value.StampedItem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The computed properties of a container, or those that one of its indexes knows. Immutable and safe for concurrent use. */
public final class ComputedProperties {
    public static final ComputedProperties NONE = new ComputedProperties(List.of());

    private final SequencedMap<String, ComputedProperty> byName = new LinkedHashMap<>();

    public ComputedProperties(List<ComputedProperty> properties) {
        properties.forEach(property -> byName.put(property.name(), property));
    }

    public boolean isEmpty() {
        return byName.isEmpty();
    }

    public @Nullable ComputedProperty named(String name) {
        return byName.get(name);
    }

    public List<ComputedProperty> all() {
        return List.copyOf(byName.values());
    }

    /** Those of these names. */
    public ComputedProperties only(Predicate<String> names) {
        return new ComputedProperties(byName.values().stream()
                .filter(property -> names.test(property.name()))
                .toList());
    }

    /** Returns true if the other has a property of this name with the same query, or neither has one. */
    public boolean agrees(ComputedProperties other, String name) {
        ComputedProperty mine = named(name);
        ComputedProperty its = other.named(name);
        return mine == null || its == null ? mine == its : mine.query().equals(its.query());
    }

    /**
     * The defined ones of an item, as the properties of an object.
     *
     * @param modified when the item was written, in milliseconds since the epoch
     */
    public JsonView of(JsonView item, long modified) {
        StampedItem stamped = new StampedItem(item, modified);
        SequencedMap<String, SqlValue> values = new LinkedHashMap<>();
        byName.values().forEach(property -> values.put(property.name(), property.of(stamped)));
        return JsonView.of(SqlValues.json(SqlValues.object(values)).getBytes(StandardCharsets.UTF_8));
    }

    /** Two are equal when they have the same definitions in the same order. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ComputedProperties that && texts().equals(that.texts());
    }

    @Override
    public int hashCode() {
        return texts().hashCode();
    }

    /** Names and queries in turns. */
    public List<String> texts() {
        List<String> texts = new ArrayList<>();
        byName.values().forEach(property -> {
            texts.add(property.name());
            texts.add(property.query());
        });
        return texts;
    }

    /** Reads the result of {@link #texts}. */
    public static ComputedProperties ofTexts(List<String> texts) {
        List<ComputedProperty> properties = new ArrayList<>();
        for (int at = 0; at < texts.size(); at += 2) {
            properties.add(ComputedProperty.of(texts.get(at), texts.get(at + 1)));
        }
        return properties.isEmpty() ? NONE : new ComputedProperties(properties);
    }
}
