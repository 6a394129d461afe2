package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.value.SqlString;
import org.jspecify.annotations.Nullable;

/** Derives the names of expressions without an alias. */
final class SourceNames {
    private SourceNames() {}

    /** The property it is, or the source; null for all else. */
    static @Nullable String of(SqlExpression expression) {
        if (expression instanceof SqlExpression.Input(String alias)) {
            return alias;
        }
        return expression instanceof SqlExpression.Member member
                        && member.key() instanceof SqlExpression.Constant(SqlString name)
                ? name.stringValue()
                : null;
    }
}
