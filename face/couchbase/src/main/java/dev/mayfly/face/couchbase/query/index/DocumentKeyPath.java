package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.List;
import java.util.Locale;

/** How an expression names the key of a document: {@code META(alias).id}. */
final class DocumentKeyPath {
    private static final String META = "meta";

    private DocumentKeyPath() {}

    /** {@code META(alias).expiration}, as statements have it when they are read. */
    static Expression expiration(String alias) {
        return new Expression.Field(
                Expression.Call.of("META", new Expression.Identifier(alias)),
                new Expression.Constant(Values.of("expiration")));
    }

    static Expression id(String alias) {
        return new Expression.Field(
                new Expression.Call(META, List.of(new Expression.Identifier(alias))),
                new Expression.Constant(Values.of("id")));
    }

    /** Whether it is that, in whatever letters the function is written. */
    static boolean isId(Expression expression, Expression id) {
        return expression instanceof Expression.Field(Expression.Call(String function, var arguments), Expression name)
                && function.toLowerCase(Locale.ROOT).equals(META)
                && new Expression.Field(new Expression.Call(META, arguments), name).equals(id);
    }
}
