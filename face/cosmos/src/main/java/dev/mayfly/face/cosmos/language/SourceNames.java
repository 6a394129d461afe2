package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.value.StringValue;
import org.jspecify.annotations.Nullable;

/** What an expression is called that nobody gave a name. */
final class SourceNames {
    private SourceNames() {}

    /** The property it is, or the source; null for all else. */
    static @Nullable String of(Expression expression) {
        if (expression instanceof Expression.Input(String alias)) {
            return alias;
        }
        return expression instanceof Expression.Member member
                        && member.key() instanceof Expression.Constant(StringValue name)
                ? name.stringValue()
                : null;
    }
}
