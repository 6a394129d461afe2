package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.List;
import java.util.Locale;

/** The expression of a document's key: {@code META(alias).id}. */
final class DocumentKeyPath {
    private static final String META = "meta";

    private DocumentKeyPath() {}

    /** {@code META(alias).expiration}, as statements have it when they are read. */
    static N1qlExpression expiration(String alias) {
        return new N1qlExpression.Field(
                N1qlExpression.Call.of("META", new N1qlExpression.Identifier(alias)),
                new N1qlExpression.Constant(N1qlValues.of("expiration")));
    }

    static N1qlExpression id(String alias) {
        return new N1qlExpression.Field(
                new N1qlExpression.Call(META, List.of(new N1qlExpression.Identifier(alias))),
                new N1qlExpression.Constant(N1qlValues.of("id")));
    }

    /** Returns whether it is that, whatever the case of the function's name. */
    static boolean isId(N1qlExpression expression, N1qlExpression id) {
        return expression
                        instanceof
                        N1qlExpression.Field(
                                N1qlExpression.Call(String function, var arguments, var _),
                                N1qlExpression name)
                && function.toLowerCase(Locale.ROOT).equals(META)
                && new N1qlExpression.Field(new N1qlExpression.Call(META, arguments), name).equals(id);
    }
}
