package dev.mayfly.face.mongo.command;

import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/** The names of BSON types as they stand in messages and in $type. */
public final class BsonTypes {
    private BsonTypes() {}

    public static String name(byte bsonType) {
        BsonType type = BsonType.findByValue(bsonType & 0xFF);
        return type == null ? "missing" : name(type);
    }

    public static String name(@Nullable BsonType type) {
        return switch (type) {
            case null -> "missing";
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
