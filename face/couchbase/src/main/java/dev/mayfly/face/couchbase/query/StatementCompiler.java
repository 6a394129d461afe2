package dev.mayfly.face.couchbase.query;

/** Makes statements of their text. Safe for concurrent use. */
@FunctionalInterface
public interface StatementCompiler {
    /**
     * The statement that this text is.
     *
     * @throws dev.mayfly.face.couchbase.language.QueryException when it is none, or names what does not exist
     */
    Statement compile(String text, QueryContext context);
}
