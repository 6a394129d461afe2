package dev.mayfly.face.mongo.language.value;

import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Mongo's names of types, as messages and {@code $type} say them. */
public final class TypeNames {
    private TypeNames() {}

    /** The name, or "missing" for no value at all. */
    public static String of(@Nullable BsonValue value) {
        if (value == null || Trees.same(value, Trees.MISSING)) {
            return "missing";
        }
        return of(value.getBsonType());
    }

    public static String of(byte bsonType) {
        BsonType type = BsonType.findByValue(bsonType & 0xFF);
        return type == null ? "missing" : of(type);
    }

    public static String of(BsonType type) {
        return switch (type) {
            case END_OF_DOCUMENT -> "missing";
            case DOUBLE -> "double";
            case STRING -> "string";
            case DOCUMENT -> "object";
            case ARRAY -> "array";
            case BINARY -> "binData";
            case UNDEFINED -> "undefined";
            case OBJECT_ID -> "objectId";
            case BOOLEAN -> "bool";
            case DATE_TIME -> "date";
            case NULL -> "null";
            case REGULAR_EXPRESSION -> "regex";
            case DB_POINTER -> "dbPointer";
            case JAVASCRIPT -> "javascript";
            case SYMBOL -> "symbol";
            case JAVASCRIPT_WITH_SCOPE -> "javascriptWithScope";
            case INT32 -> "int";
            case TIMESTAMP -> "timestamp";
            case INT64 -> "long";
            case DECIMAL128 -> "decimal";
            case MIN_KEY -> "minKey";
            case MAX_KEY -> "maxKey";
        };
    }
}
