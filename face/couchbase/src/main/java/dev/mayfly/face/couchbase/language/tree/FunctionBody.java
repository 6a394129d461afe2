package dev.mayfly.face.couchbase.language.tree;

/** What a function that users make is made of. */
public sealed interface FunctionBody {
    /**
     * An expression of N1QL.
     *
     * @param text of the expression as it was written
     */
    record Inline(N1qlExpression expression, String text) implements FunctionBody {}

    /** JavaScript that has a function of the same name. */
    record Script(String source) implements FunctionBody {}

    /** A function of JavaScript in a library that is kept by itself. */
    record Library(String function, String library) implements FunctionBody {}

    /** A function of a plug-in. */
    record Plugin(String function, String library) implements FunctionBody {}
}
