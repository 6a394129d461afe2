package dev.mayfly.face.couchbase.language.tree;

import org.jspecify.annotations.Nullable;

/**
 * The place of a part of a statement in its text, for error messages. It carries no meaning: all places are equal, so
 * two expressions that differ in nothing else are equal.
 */
public final class Near {
    public static final Near NOWHERE = new Near("");

    private final String text;

    private Near(String text) {
        this.text = text;
    }

    /** @param line and column from 1 */
    public static Near of(int line, int column) {
        return new Near(" (near line " + line + ", column " + column + ")");
    }

    /** Returns the place where an expression begins, as far as that is known. */
    public static Near of(N1qlExpression expression) {
        return switch (expression) {
            case N1qlExpression.Identifier(String _, Near near) -> near;
            case N1qlExpression.Call(String _, var _, Near near) -> near;
            case N1qlExpression.UserCall(var _, var _, Near near) -> near;
            case N1qlExpression.Subquery(N1qlQuery _, Near near) -> near;
            case N1qlExpression.Field(N1qlExpression of, N1qlExpression _) -> of(of);
            case N1qlExpression.Element(N1qlExpression of, N1qlExpression _) -> of(of);
            case N1qlExpression.Slice(N1qlExpression of, N1qlExpression _, N1qlExpression _) -> of(of);
            case N1qlExpression.Binary(var _, N1qlExpression left, N1qlExpression _) -> of(left);
            default -> NOWHERE;
        };
    }

    /** Returns the place with a space in front; empty where it is not known. */
    public String text() {
        return text;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Near;
    }

    @Override
    public int hashCode() {
        return 0;
    }

    @Override
    public String toString() {
        return text;
    }
}
