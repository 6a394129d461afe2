package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.value.ShellText;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Is of one of these types. */
public record TypeTest(Set<ValueType> types) implements ValueTest {
    private static final Map<String, ValueType> NAMES = Map.ofEntries(
            Map.entry("double", ValueType.DOUBLE),
            Map.entry("string", ValueType.STRING),
            Map.entry("object", ValueType.OBJECT),
            Map.entry("array", ValueType.ARRAY),
            Map.entry("binData", ValueType.BINARY),
            Map.entry("undefined", ValueType.UNDEFINED),
            Map.entry("objectId", ValueType.OBJECT_ID),
            Map.entry("bool", ValueType.BOOLEAN),
            Map.entry("date", ValueType.DATE),
            Map.entry("null", ValueType.NULL),
            Map.entry("regex", ValueType.REGEX),
            Map.entry("dbPointer", ValueType.DB_POINTER),
            Map.entry("javascript", ValueType.JAVASCRIPT),
            Map.entry("symbol", ValueType.SYMBOL),
            Map.entry("javascriptWithScope", ValueType.JAVASCRIPT_WITH_SCOPE),
            Map.entry("int", ValueType.INT32),
            Map.entry("timestamp", ValueType.TIMESTAMP),
            Map.entry("long", ValueType.INT64),
            Map.entry("decimal", ValueType.DECIMAL128),
            Map.entry("minKey", ValueType.MIN_KEY),
            Map.entry("maxKey", ValueType.MAX_KEY));
    private static final Set<ValueType> NUMBERS =
            Set.of(ValueType.INT32, ValueType.INT64, ValueType.DOUBLE, ValueType.DECIMAL128);

    public TypeTest {
        types = Set.copyOf(types);
    }

    @Override
    public boolean passes(@Nullable View value) {
        return value != null && types.contains(value.type());
    }

    /** From a name, a number, or an array of these. */
    public static TypeTest parse(BsonValue spec) {
        Set<ValueType> types = EnumSet.noneOf(ValueType.class);
        List<BsonValue> each = spec instanceof BsonArray array ? array : List.of(spec);
        for (BsonValue one : each) {
            types.addAll(typesOf(one));
        }
        if (types.isEmpty()) {
            throw new QueryException(9, "FailedToParse", "$type must match at least one type");
        }
        return new TypeTest(types);
    }

    private static Set<ValueType> typesOf(BsonValue spec) {
        if (spec.isString()) {
            return named(spec.asString().getValue());
        }
        if (!spec.isNumber()) {
            throw new QueryException(14, "TypeMismatch", "type must be represented as a number or a string");
        }
        return Set.of(numbered(spec));
    }

    private static Set<ValueType> named(String name) {
        if (name.equals("number")) {
            return NUMBERS;
        }
        ValueType type = NAMES.get(name);
        if (type == null) {
            throw QueryException.badValue("Unknown type name alias: " + name);
        }
        return Set.of(type);
    }

    private static ValueType numbered(BsonValue spec) {
        double code = spec.asNumber().doubleValue();
        if (code == -1) {
            return ValueType.MIN_KEY;
        }
        for (ValueType type : ValueType.values()) {
            if (type != ValueType.MIN_KEY && codeOf(type) == code) {
                return type;
            }
        }
        throw QueryException.badValue("Invalid numerical type code: " + ShellText.of(spec));
    }

    private static int codeOf(ValueType type) {
        return switch (type) {
            case DOUBLE -> BsonType.DOUBLE.getValue();
            case STRING -> BsonType.STRING.getValue();
            case OBJECT -> BsonType.DOCUMENT.getValue();
            case ARRAY -> BsonType.ARRAY.getValue();
            case BINARY -> BsonType.BINARY.getValue();
            case UNDEFINED -> BsonType.UNDEFINED.getValue();
            case OBJECT_ID -> BsonType.OBJECT_ID.getValue();
            case BOOLEAN -> BsonType.BOOLEAN.getValue();
            case DATE -> BsonType.DATE_TIME.getValue();
            case NULL -> BsonType.NULL.getValue();
            case REGEX -> BsonType.REGULAR_EXPRESSION.getValue();
            case DB_POINTER -> BsonType.DB_POINTER.getValue();
            case JAVASCRIPT -> BsonType.JAVASCRIPT.getValue();
            case SYMBOL -> BsonType.SYMBOL.getValue();
            case JAVASCRIPT_WITH_SCOPE -> BsonType.JAVASCRIPT_WITH_SCOPE.getValue();
            case INT32 -> BsonType.INT32.getValue();
            case TIMESTAMP -> BsonType.TIMESTAMP.getValue();
            case INT64 -> BsonType.INT64.getValue();
            case DECIMAL128 -> BsonType.DECIMAL128.getValue();
            case MIN_KEY -> BsonType.MIN_KEY.getValue();
            case MAX_KEY -> BsonType.MAX_KEY.getValue();
        };
    }
}
