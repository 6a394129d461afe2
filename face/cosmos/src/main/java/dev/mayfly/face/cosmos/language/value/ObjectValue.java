package dev.mayfly.face.cosmos.language.value;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object; no property of it is undefined. Open to further shapes, such as an item, whose system properties are not
 * part of what was stored.
 */
public abstract non-sealed class ObjectValue implements Value {
    /** A walk over the properties; stands before the first. Owned by one thread. */
    public interface Fields {
        boolean next();

        String name();

        Value value();
    }

    @Override
    public abstract Value field(String name);

    public abstract Fields fields();

    /** Walks the properties to count them. */
    public final int size() {
        Fields fields = fields();
        int count = 0;
        while (fields.next()) {
            count++;
        }
        return count;
    }

    /** See {@link Weight}. */
    int weight() {
        return 1;
    }

    @Override
    public final Kind kind() {
        return Kind.OBJECT;
    }

    /** The properties by name: a copy, for whoever looks up many. Of two of one name the first counts. */
    final Map<String, Value> toMap() {
        Map<String, Value> map = new HashMap<>();
        Fields fields = fields();
        while (fields.next()) {
            map.putIfAbsent(fields.name(), fields.value());
        }
        return map;
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof ObjectValue that && (this == that || toMap().equals(that.toMap()));
    }

    @Override
    public final int hashCode() {
        return toMap().hashCode();
    }

    @Override
    public final String toString() {
        return Values.json(this);
    }
}
