package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import java.util.Set;

/** A query inside an expression, compiled. */
public interface Subquery {
    /**
     * Its rows as an array.
     *
     * @param outer the row around it
     * @param most how many rows are enough; 0 for all
     */
    N1qlValue rows(Frame outer, long most);

    /** The names of the statements around it on whose rows it depends. */
    Set<String> correlation();

    /** Compiles queries inside of expressions. */
    @FunctionalInterface
    interface Compiler {
        Subquery compile(N1qlQuery query, VisibleNames outer);

        /** Compiles a number of a sequence; refused where there must be none, as in an index. */
        default Scalar compile(N1qlExpression.SequenceValue sequence) {
            throw new N1qlException(N1qlException.SEMANTIC, "Sequence operations are not allowed here.");
        }

        /** Compiles a call of a function that users have made; refused where it would have to stay what it is, as in an index. */
        default Scalar compile(N1qlExpression.UserCall call, Scalar[] arguments) {
            throw new N1qlException(N1qlException.SEMANTIC, "User-defined functions are not allowed here.");
        }

        /** Compiles a call of RECURSIVE_CTE; refused where no statement may be run, as in an index. */
        default Scalar recursive(Scalar[] arguments) {
            throw new N1qlException(N1qlException.SEMANTIC, "RECURSIVE_CTE is not allowed here.");
        }
    }
}
