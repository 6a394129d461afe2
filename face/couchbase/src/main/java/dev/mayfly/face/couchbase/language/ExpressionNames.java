package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The default names of expressions. */
public final class ExpressionNames {
    private ExpressionNames() {}

    /** The last name of a path; null of all that is no path. */
    public static @Nullable String of(N1qlExpression expression) {
        return switch (expression) {
            case N1qlExpression.Identifier(String name, var _) -> name;
            case N1qlExpression.AnyCaseIdentifier(String name) -> name;
            case N1qlExpression.Field(N1qlExpression _, N1qlExpression.Constant(N1qlString name)) -> name.stringValue();
            case N1qlExpression.Field(N1qlExpression _, N1qlExpression computed) -> of(computed);
            case N1qlExpression.AnyCaseField(N1qlExpression _, String name) -> name;
            default -> null;
        };
    }

    /** The names of a path that is made of names alone, from the left; empty of all else. */
    public static List<String> pathOf(N1qlExpression expression) {
        List<String> names = new ArrayList<>();
        N1qlExpression rest = expression;
        while (rest instanceof N1qlExpression.Field(N1qlExpression inner, N1qlExpression.Constant(N1qlString name))) {
            names.add(name.stringValue());
            rest = inner;
        }
        if (!(rest instanceof N1qlExpression.Identifier(String first, var _))) {
            return List.of();
        }
        names.add(first);
        Collections.reverse(names);
        return names;
    }
}
