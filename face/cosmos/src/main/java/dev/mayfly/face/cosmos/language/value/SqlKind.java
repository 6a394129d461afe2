package dev.mayfly.face.cosmos.language.value;

/** The types of values, in the order in which ORDER BY sorts values of different types. */
public enum SqlKind {
    UNDEFINED,
    NULL,
    BOOLEAN,
    NUMBER,
    STRING,
    ARRAY,
    OBJECT
}
