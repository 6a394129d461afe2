package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.function.Functions;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Statement.IndexKey;
import dev.mayfly.face.couchbase.query.expression.Rewriter;

/** What an index must be. */
final class IndexChecks {
    private static final int NOT_INDEXABLE = 3280;
    private static final int WRONG_ATTRIBUTE = 3281;

    private IndexChecks() {}

    /** @throws QueryException when it cannot be */
    static void check(N1qlIndex index) {
        int arrays = 0;
        for (int i = 0; i < index.keys().size(); i++) {
            IndexKey key = index.keys().get(i);
            arrays += key.each() ? 1 : 0;
            if (i > 0 && key.includeMissing()) {
                throw new QueryException(
                        WRONG_ATTRIBUTE, "INCLUDE MISSING attribute only allowed with index leading key.");
            }
            refuseMoments(key.value());
        }
        if (arrays > 1) {
            throw new QueryException(NOT_INDEXABLE, "Multiple expressions with ALL are found in CREATE INDEX.");
        }
        Expression where = index.where();
        if (where != null) {
            refuseMoments(where);
        }
        DocumentKeys.requireComputable(index);
    }

    /** What an index holds must follow from the document alone. */
    private static void refuseMoments(Expression expression) {
        new Rewriter() {
            @Override
            public Expression rewrite(Expression part) {
                switch (part) {
                    case Expression.Call(String function, var _)
                    when Functions.contains(function) && !Functions.isPure(function) -> throw refused(function);
                    case Expression.Parameter(String name) -> throw refused("$" + name);
                    case Expression.Aggregate aggregate -> throw refused(aggregate.function());
                    case Expression.Subquery _ -> throw refused("a subquery");
                    default -> {}
                }
                return parts(part);
            }
        }.rewrite(expression);
    }

    private static QueryException refused(String part) {
        return new QueryException(NOT_INDEXABLE, "Expression not indexable: " + part);
    }
}
