package dev.mayfly.base.document;

/**
 * The types of values, in the order in which BSON compares values of different types; types of one bracket compare by
 * value.
 */
public enum ValueType {
    MIN_KEY(0),
    UNDEFINED(1),
    NULL(2),
    INT32(3),
    INT64(3),
    DOUBLE(3),
    DECIMAL128(3),
    SYMBOL(4),
    STRING(4),
    OBJECT(5),
    ARRAY(6),
    BINARY(7),
    OBJECT_ID(8),
    BOOLEAN(9),
    DATE(10),
    TIMESTAMP(11),
    REGEX(12),
    DB_POINTER(13),
    JAVASCRIPT(14),
    JAVASCRIPT_WITH_SCOPE(15),
    MAX_KEY(16);

    private final int bracket;

    ValueType(int bracket) {
        this.bracket = bracket;
    }

    /** Values of different brackets compare as their brackets do. */
    public int bracket() {
        return bracket;
    }

    public boolean isNumber() {
        return bracket == 3;
    }
}
