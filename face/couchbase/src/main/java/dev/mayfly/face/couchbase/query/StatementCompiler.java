package dev.mayfly.face.couchbase.query;

import dev.mayfly.face.couchbase.language.tree.QueryContext;

/** Makes statements of their text. Safe for concurrent use. */
@FunctionalInterface
public interface StatementCompiler {
    /**
     * The statement that this text is.
     *
     * @throws dev.mayfly.face.couchbase.language.value.N1qlException when it is none, or names what does not exist
     */
    ExecutableStatement compile(String text, QueryContext context);
}
