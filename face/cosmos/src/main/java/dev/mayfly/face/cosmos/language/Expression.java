package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A scalar expression of a query, in which every name is known to be known. Two are equal when they say the same. */
public sealed interface Expression {
    /** A literal, undefined among them. */
    record Constant(Value value) implements Expression {}

    /** The value that comes with the query under this name, which begins with {@code @}. */
    record Parameter(String name) implements Expression {}

    /** The item itself, which FROM names; stands nowhere else. */
    record Item() implements Expression {}

    /** What FROM calls so. */
    record Input(String alias) implements Expression {}

    /** A property or an element; the key is a constant string where a name stands behind a dot. */
    record Member(Expression of, Expression key) implements Expression {}

    record Unary(UnaryOperator operator, Expression operand) implements Expression {}

    record Binary(BinaryOperator operator, Expression left, Expression right) implements Expression {}

    /** AND of two or more. */
    record And(List<Expression> terms) implements Expression {
        public And {
            terms = List.copyOf(terms);
        }
    }

    /** OR of two or more. */
    record Or(List<Expression> terms) implements Expression {
        public Or {
            terms = List.copyOf(terms);
        }
    }

    /** The first of two or more that is defined. */
    record Coalesce(List<Expression> terms) implements Expression {
        public Coalesce {
            terms = List.copyOf(terms);
        }
    }

    record Conditional(Expression test, Expression then, Expression otherwise) implements Expression {}

    record Between(Expression value, Expression from, Expression to, boolean negated) implements Expression {}

    record In(Expression value, List<Expression> choices, boolean negated) implements Expression {
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
            Expression value, Expression pattern, @Nullable String escape, boolean negated) implements Expression {}

    record NewArray(List<Expression> elements) implements Expression {
        public NewArray {
            elements = List.copyOf(elements);
        }
    }

    record NewObject(List<Property> properties) implements Expression {
        public NewObject {
            properties = List.copyOf(properties);
        }
    }

    /** A property of a new object. */
    record Property(String name, Expression value) {}

    /** A call of a function of the language, whose name is in capitals. */
    record Call(String function, List<Expression> arguments) implements Expression {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    record Aggregate(AggregateFunction function, Expression argument) implements Expression {}

    /** A query inside a query. */
    record Subquery(SubqueryKind kind, Query query) implements Expression {}

    /** What is made of the rows of a query inside a query. */
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
