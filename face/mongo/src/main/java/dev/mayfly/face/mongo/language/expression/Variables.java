package dev.mayfly.face.mongo.language.expression;

import dev.mayfly.face.mongo.language.value.Collation;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDateTime;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The variables an expression may read, by name without the dollars, and how it compares texts. Immutable. */
public final class Variables {
    public static final Variables NONE = new Variables(null, "", null, Collation.SIMPLE);

    /** Found by walking from the latest definition to the first: there are few, and defining one is cheap. */
    private final @Nullable Variables outer;

    private final String name;
    private final @Nullable BsonValue value;

    private final Collation collation;

    private Variables(@Nullable Variables outer, String name, @Nullable BsonValue value, Collation collation) {
        this.outer = outer;
        this.name = name;
        this.value = value;
        this.collation = collation;
    }

    public static Variables of(Map<String, BsonValue> values) {
        Variables variables = NONE;
        for (Map.Entry<String, BsonValue> entry : values.entrySet()) {
            variables = variables.with(entry.getKey(), entry.getValue());
        }
        return variables;
    }

    /** Returns only {@code $$NOW}: the instant of the request. */
    public static Variables at(long nowMillis) {
        return NONE.with("NOW", new BsonDateTime(nowMillis));
    }

    public @Nullable BsonValue get(String name) {
        for (Variables at = this; at != null; at = at.outer) {
            if (at.name.equals(name) && at.value != null) {
                return at.value;
            }
        }
        return null;
    }

    /** The names of all that can be read. */
    public Set<String> names() {
        Set<String> names = new HashSet<>();
        for (Variables at = this; at != null; at = at.outer) {
            if (at.value != null) {
                names.add(at.name);
            }
        }
        return names;
    }

    /** These and one more, which hides one of the same name. */
    public Variables with(String name, BsonValue value) {
        return new Variables(this, name, value, collation);
    }

    /** Returns the collation of the surroundings in which these are read. */
    public Collation collation() {
        return collation;
    }

    public Variables withCollation(Collation other) {
        return new Variables(this, "", null, other);
    }
}
