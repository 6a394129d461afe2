package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.value.SqlValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A scalar expression of a query, in which every name is known to be known. Two are equal when they say the same. */
public sealed interface SqlExpression {
    /** A literal, undefined among them. */
    record Constant(SqlValue value) implements SqlExpression {}

    /** The value that comes with the query under this name, which begins with {@code @}. */
    record Parameter(String name) implements SqlExpression {}

    /** The item itself, which FROM names; stands nowhere else. */
    record Item() implements SqlExpression {}

    /** A source that FROM names. */
    record Input(String alias) implements SqlExpression {}

    /** A property or an element; the key is a constant string where a name stands behind a dot. */
    record Member(SqlExpression of, SqlExpression key) implements SqlExpression {}

    record Unary(UnaryOperator operator, SqlExpression operand) implements SqlExpression {}

    record Binary(BinaryOperator operator, SqlExpression left, SqlExpression right) implements SqlExpression {}

    /** AND of two or more. */
    record And(List<SqlExpression> terms) implements SqlExpression {
        public And {
            terms = List.copyOf(terms);
        }
    }

    /** OR of two or more. */
    record Or(List<SqlExpression> terms) implements SqlExpression {
        public Or {
            terms = List.copyOf(terms);
        }
    }

    /** The first of two or more that is defined. */
    record Coalesce(List<SqlExpression> terms) implements SqlExpression {
        public Coalesce {
            terms = List.copyOf(terms);
        }
    }

    record Conditional(SqlExpression test, SqlExpression then, SqlExpression otherwise) implements SqlExpression {}

    record Between(SqlExpression value, SqlExpression from, SqlExpression to, boolean negated)
            implements SqlExpression {}

    record In(SqlExpression value, List<SqlExpression> choices, boolean negated) implements SqlExpression {
        public In {
            choices = List.copyOf(choices);
        }
    }

    /**
     * A match of a pattern.
     *
     * @param escape the character before which none has a meaning of its own, or null
     */
    record Like(
            SqlExpression value,
            SqlExpression pattern,
            @Nullable String escape,
            boolean negated) implements SqlExpression {}

    record NewArray(List<SqlExpression> elements) implements SqlExpression {
        public NewArray {
            elements = List.copyOf(elements);
        }
    }

    record NewObject(List<Property> properties) implements SqlExpression {
        public NewObject {
            properties = List.copyOf(properties);
        }
    }

    /** A property of a new object. */
    record Property(String name, SqlExpression value) {}

    /** A call of a function of the language, whose name is in capitals. */
    record Call(String function, List<SqlExpression> arguments) implements SqlExpression {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /** A call of a function that a client has made, as {@code udf.name(...)}. */
    record UserCall(String name, List<SqlExpression> arguments) implements SqlExpression {
        public UserCall {
            arguments = List.copyOf(arguments);
        }
    }

    record Aggregate(AggregateFunction function, SqlExpression argument) implements SqlExpression {}

    /** A query inside a query. */
    record Subquery(SubqueryKind kind, SqlQuery query) implements SqlExpression {}

    /** The use of the rows of a subquery. */
    enum SubqueryKind {
        SCALAR(""),
        EXISTS("EXISTS"),
        ARRAY("ARRAY"),
        ALL("ALL"),
        FIRST("FIRST"),
        LAST("LAST");

        private final String text;

        SubqueryKind(String text) {
            this.text = text;
        }

        /** The word before its parenthesis, or none. */
        public String text() {
            return text;
        }
    }
}
