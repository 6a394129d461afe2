package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.engine.DocumentCursor;
import dev.mayfly.engine.Reading;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.value.Value;
import java.util.function.Function;

/**
 * A way to the documents of a keyspace: all that a condition may be true of, and perhaps more. Immutable and safe for
 * concurrent use.
 */
public interface AccessPath {
    /** Whether documents come in the order that is wanted. */
    boolean isOrdered();

    /** Whether all that is wanted of a document stands in the index. */
    boolean isCovering();

    /**
     * Live documents, each once.
     *
     * @param values computes an expression in which nothing is unbound
     */
    DocumentCursor open(Reading reading, Function<Expression, Value> values);

    /** What EXPLAIN shows of it: an object with {@code #operator}. */
    Value explained();
}
