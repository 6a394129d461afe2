package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.tree.Query;
import dev.mayfly.face.couchbase.language.value.Value;
import java.util.Set;

/** A query inside an expression, compiled. */
public interface Subquery {
    /**
     * Its rows as an array.
     *
     * @param outer the row around it
     * @param most how many rows are enough; 0 for all
     */
    Value rows(Frame outer, long most);

    /** The names of the statements around it on whose rows it depends. */
    Set<String> correlation();

    /** Compiles queries inside of expressions. */
    @FunctionalInterface
    interface Compiler {
        Subquery compile(Query query, Names outer);
    }
}
