package dev.mayfly.face.mongo.language.expression;

import java.util.HashMap;
import java.util.Map;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The variables an expression may read, by name without the dollars. Immutable. */
public final class Variables {
    public static final Variables NONE = new Variables(Map.of());

    private final Map<String, BsonValue> values;

    private Variables(Map<String, BsonValue> values) {
        this.values = values;
    }

    public static Variables of(Map<String, BsonValue> values) {
        return new Variables(Map.copyOf(values));
    }

    public @Nullable BsonValue get(String name) {
        return values.get(name);
    }

    /** These and one more, which hides one of the same name. */
    public Variables with(String name, BsonValue value) {
        Map<String, BsonValue> more = new HashMap<>(values);
        more.put(name, value);
        return new Variables(more);
    }
}
