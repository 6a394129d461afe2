package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.value.StringValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an expression is called when nobody gives it a name. */
public final class ExpressionNames {
    private ExpressionNames() {}

    /** The last name of a path; null of all that is no path. */
    public static @Nullable String of(Expression expression) {
        return switch (expression) {
            case Expression.Identifier(String name) -> name;
            case Expression.AnyCaseIdentifier(String name) -> name;
            case Expression.Field(Expression _, Expression.Constant(StringValue name)) -> name.stringValue();
            case Expression.Field(Expression _, Expression computed) -> of(computed);
            case Expression.AnyCaseField(Expression _, String name) -> name;
            default -> null;
        };
    }

    /** The names of a path that is made of names alone, from the left; empty of all else. */
    public static List<String> pathOf(Expression expression) {
        List<String> names = new ArrayList<>();
        Expression rest = expression;
        while (rest instanceof Expression.Field(Expression inner, Expression.Constant(StringValue name))) {
            names.add(name.stringValue());
            rest = inner;
        }
        if (!(rest instanceof Expression.Identifier(String first))) {
            return List.of();
        }
        names.add(first);
        Collections.reverse(names);
        return names;
    }
}
