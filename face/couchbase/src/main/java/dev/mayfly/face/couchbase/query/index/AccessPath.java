package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import java.util.function.Function;

/**
 * A way to the documents of a keyspace: all that a condition may be true of, and perhaps more. Immutable and safe for
 * concurrent use.
 */
public interface AccessPath {
    /** Returns whether documents come in the requested order. */
    boolean isOrdered();

    /** Returns whether it reads all documents of the keyspace, whatever the conditions are. */
    default boolean isPrimary() {
        return false;
    }

    /** Returns whether the index holds everything that is needed of a document. */
    boolean isCovering();

    /**
     * Live documents, each once.
     *
     * @param values computes an expression in which nothing is unbound
     */
    DocumentCursor open(ReadView reading, Function<N1qlExpression, N1qlValue> values);

    /** Returns the form that EXPLAIN shows: an object with {@code #operator}. */
    N1qlValue explained();
}
