package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.function.N1qlFunctions;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.IndexKey;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.query.expression.Rewriter;

/** The rules for index definitions. */
final class IndexChecks {
    private static final int NOT_INDEXABLE = 3280;
    private static final int WRONG_ATTRIBUTE = 3281;

    private IndexChecks() {}

    /** @throws N1qlException when it cannot be */
    static void check(N1qlIndex index) {
        int arrays = 0;
        for (int i = 0; i < index.keys().size(); i++) {
            IndexKey key = index.keys().get(i);
            arrays += key.each() ? 1 : 0;
            if (i > 0 && key.includeMissing()) {
                throw new N1qlException(
                        WRONG_ATTRIBUTE, "INCLUDE MISSING attribute only allowed with index leading key.");
            }
            refuseMoments(key.value());
        }
        if (arrays > 1) {
            throw new N1qlException(NOT_INDEXABLE, "Multiple expressions with ALL are found in CREATE INDEX.");
        }
        N1qlExpression where = index.where();
        if (where != null) {
            refuseMoments(where);
        }
        DocumentKeys.requireComputable(index);
    }

    /** Refuses expressions that do not follow from the document alone. */
    private static void refuseMoments(N1qlExpression expression) {
        new Rewriter() {
            @Override
            public N1qlExpression rewrite(N1qlExpression part) {
                switch (part) {
                    case N1qlExpression.Call(String function, var _, var _)
                    when N1qlFunctions.contains(function) && !N1qlFunctions.isPure(function) -> throw refused(function);
                    case N1qlExpression.Parameter(String name) -> throw refused("$" + name);
                    case N1qlExpression.Aggregate aggregate -> throw refused(aggregate.function());
                    case N1qlExpression.Subquery _ -> throw refused("a subquery");
                    case N1qlExpression.UserCall call -> throw refused(ExpressionText.of(call));
                    case N1qlExpression.SequenceValue _ -> throw refused("a sequence");
                    default -> {}
                }
                return parts(part);
            }
        }.rewrite(expression);
    }

    private static N1qlException refused(String part) {
        return new N1qlException(NOT_INDEXABLE, "Expression not indexable: " + part);
    }
}
