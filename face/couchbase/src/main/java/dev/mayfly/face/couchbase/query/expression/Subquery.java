package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.tree.Query;
import dev.mayfly.face.couchbase.language.value.Value;

/** A query inside an expression, compiled. */
@FunctionalInterface
public interface Subquery {
    /**
     * Its rows as an array.
     *
     * @param outer the row around it
     * @param most how many rows are enough; 0 for all
     */
    Value rows(Frame outer, long most);

    /** Compiles queries inside of expressions. */
    @FunctionalInterface
    interface Compiler {
        Subquery compile(Query query, Names outer);
    }
}
