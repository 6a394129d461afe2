package dev.mayfly.face.couchbase.language.value;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** An object; no field of it is MISSING. */
public abstract sealed class ObjectValue implements Value permits BuiltObject, StoredObject {
    /** A walk over the fields; stands before the first. Owned by one thread. */
    public interface Fields {
        boolean next();

        String name();

        Value value();
    }

    @Override
    public abstract Value field(String name);

    public abstract Fields fields();

    /** Walks the fields to count them. */
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

    @Override
    public final boolean truth() {
        return fields().next();
    }

    /** The fields by name, in their order: a copy. Of two of one name the first counts. */
    public final SequencedMap<String, Value> toMap() {
        SequencedMap<String, Value> map = new LinkedHashMap<>();
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
