package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The keywords "type" and "bsonType": the value is of one of these types. */
record TypeRule(Keyword keyword, Set<ValueType> types) implements SchemaRule {
    private static final Map<String, Set<ValueType>> JSON_TYPES = Map.of(
            "object", Set.of(ValueType.OBJECT),
            "array", Set.of(ValueType.ARRAY),
            "number", Set.of(ValueType.INT32, ValueType.INT64, ValueType.DOUBLE, ValueType.DECIMAL128),
            "boolean", Set.of(ValueType.BOOLEAN),
            "string", Set.of(ValueType.STRING),
            "null", Set.of(ValueType.NULL));

    TypeRule {
        types = Set.copyOf(types);
    }

    /** Returns the schema's rule on the type, or null if it has none. */
    static @Nullable TypeRule of(@Nullable Keyword type, @Nullable Keyword bsonType) {
        if (type != null && bsonType != null) {
            throw Keyword.failed("Cannot specify both $jsonSchema keywords 'type' and 'bsonType'");
        }
        Keyword keyword = type == null ? bsonType : type;
        return keyword == null ? null : new TypeRule(keyword, types(keyword, type != null));
    }

    private static Set<ValueType> types(Keyword keyword, boolean ofJson) {
        BsonValue value = keyword.value();
        if (!value.isString() && !value.isArray()) {
            throw new QueryException(
                    14, "TypeMismatch", keyword.said("must be either a string or an array of strings"));
        }
        List<BsonValue> names = value.isArray() ? keyword.array() : List.of(value);
        Set<ValueType> types = EnumSet.noneOf(ValueType.class);
        Set<String> seen = new HashSet<>();
        for (BsonValue name : names) {
            if (!name.isString()) {
                throw new QueryException(14, "TypeMismatch", keyword.said("array elements must be strings"));
            }
            String text = name.asString().getValue();
            if (!seen.add(text)) {
                throw Keyword.failed(keyword.said("has duplicate value: " + text));
            }
            types.addAll(ofJson ? jsonType(text) : TypeTest.parse(name).types());
        }
        return types;
    }

    private static Set<ValueType> jsonType(String name) {
        if (name.equals("integer")) {
            throw Keyword.failed("$jsonSchema type 'integer' is not currently supported.");
        }
        Set<ValueType> types = JSON_TYPES.get(name);
        if (types == null) {
            throw QueryException.badValue("Unknown type name alias: " + name);
        }
        return types;
    }

    @Override
    public boolean holds(View value) {
        return types.contains(value.type());
    }

    @Override
    public BsonDocument failure(View value) {
        BsonValue considered = value.toBsonValue();
        return Failure.of(keyword.name(), keyword.value(), "type did not match", value)
                .append("consideredType", new BsonString(TypeNames.of(considered)));
    }
}
