package dev.mayfly.face.couchbase.language.value;

import java.util.Locale;

/** The types of values, in the order in which values of different types collate. */
public enum Kind {
    MISSING,
    NULL,
    BOOLEAN,
    NUMBER,
    STRING,
    ARRAY,
    OBJECT,
    BINARY;

    /** What TYPE() says, such as {@code string}. */
    public String typeName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
