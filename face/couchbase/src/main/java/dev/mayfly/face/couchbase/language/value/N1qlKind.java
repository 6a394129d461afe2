package dev.mayfly.face.couchbase.language.value;

import java.util.Locale;

/** The types of values, in the order in which values of different types collate. */
public enum N1qlKind {
    MISSING,
    NULL,
    BOOLEAN,
    NUMBER,
    STRING,
    ARRAY,
    OBJECT,
    BINARY;

    /** Returns the result of TYPE(), such as {@code string}. */
    public String typeName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
