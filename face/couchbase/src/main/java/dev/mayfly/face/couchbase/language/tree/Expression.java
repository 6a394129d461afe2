package dev.mayfly.face.couchbase.language.tree;

import dev.mayfly.face.couchbase.language.value.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression of the language. Two are equal when they say the same. */
public sealed interface Expression {
    /** A literal, MISSING among them. */
    record Constant(Value value) implements Expression {}

    /** What comes with the request: by name, or by a position from 1 that is written in digits. */
    record Parameter(String name) implements Expression {}

    /** A name as it was written: what FROM, LET or a loop calls so, or a field of the only source. */
    record Identifier(String name) implements Expression {}

    /** A name as it was written, in which large and small letters are alike. */
    record AnyCaseIdentifier(String name) implements Expression {}

    /** A field; the name is a constant where it stands behind a dot. */
    record Field(Expression of, Expression name) implements Expression {}

    /** A field by a name in which large and small letters are alike; one that is written so comes first. */
    record AnyCaseField(Expression of, String name) implements Expression {}

    record Element(Expression of, Expression index) implements Expression {}

    /** {@code [*]}: an object that has an array for each field that the elements have. */
    record EachElement(Expression of) implements Expression {}

    /** {@code []}: the array; a field right behind it is asked of each element, in arrays of them too. */
    record FlatElements(Expression of) implements Expression {}

    record Slice(
            Expression of,
            @Nullable Expression from,
            @Nullable Expression until) implements Expression {}

    record Binary(Operator operator, Expression left, Expression right) implements Expression {}

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

    record Not(Expression operand) implements Expression {}

    record Negate(Expression operand) implements Expression {}

    record Exists(Expression operand) implements Expression {}

    /** A match of a pattern; the escape is a backslash where none is given. */
    record Like(
            Expression value, Expression pattern, @Nullable Expression escape) implements Expression {}

    record Between(Expression value, Expression low, Expression high) implements Expression {}

    record Is(Expression value, Test test) implements Expression {}

    /** What IS asks. */
    enum Test {
        NULL,
        NOT_NULL,
        MISSING,
        NOT_MISSING,
        VALUED,
        NOT_VALUED
    }

    /** IS DISTINCT FROM, for which two of what is unknown are alike. */
    record DistinctFrom(Expression left, Expression right) implements Expression {}

    /**
     * CASE.
     *
     * @param operand what the conditions are compared with, or null when they are conditions by themselves
     */
    record Case(
            @Nullable Expression operand,
            List<When> whens,
            @Nullable Expression otherwise) implements Expression {
        public Case {
            whens = List.copyOf(whens);
        }
    }

    record When(Expression condition, Expression result) {}

    /** ANY, EVERY, ANY AND EVERY. */
    record Quantified(Quantifier quantifier, List<Loop> loops, Expression satisfies) implements Expression {
        public Quantified {
            loops = List.copyOf(loops);
        }
    }

    enum Quantifier {
        ANY,
        EVERY,
        ANY_AND_EVERY
    }

    /** What runs over the elements of an array, or with WITHIN over all that is inside of it. */
    record Loop(@Nullable String name, String variable, boolean within, Expression in) {}

    /**
     * ARRAY, FIRST or OBJECT ... FOR ... END.
     *
     * @param name of a field, for OBJECT alone
     */
    record Collect(
            Collected kind,
            @Nullable Expression name,
            Expression result,
            List<Loop> loops,
            @Nullable Expression when) implements Expression {
        public Collect {
            loops = List.copyOf(loops);
        }
    }

    enum Collected {
        ARRAY,
        FIRST,
        OBJECT
    }

    record NewArray(List<Expression> elements) implements Expression {
        public NewArray {
            elements = List.copyOf(elements);
        }
    }

    record NewObject(List<Member> members) implements Expression {
        public NewObject {
            members = List.copyOf(members);
        }
    }

    /** A field of a new object; one whose name is no string is left out. */
    record Member(Expression name, Expression value) {}

    /** A call of a function that is no aggregate; its name is in small letters. */
    record Call(String function, List<Expression> arguments) implements Expression {
        public Call {
            arguments = List.copyOf(arguments);
        }

        public static Call of(String function, Expression... arguments) {
            return new Call(function, List.of(arguments));
        }
    }

    /**
     * An aggregate; its name is in small letters.
     *
     * @param argument null for {@code *}
     * @param filter what a row must pass, or null
     */
    record Aggregate(
            String function,
            boolean distinct,
            @Nullable Expression argument,
            @Nullable Expression filter) implements Expression {}

    /**
     * A function over a window of rows: an aggregate, or one that is nothing else. Its name is in capitals.
     *
     * @param arguments none for {@code COUNT(*)}
     * @param filter what a row must pass, or null
     * @param fromLast whether NTH_VALUE counts from the end
     */
    record WindowFunction(
            String function,
            boolean distinct,
            List<Expression> arguments,
            @Nullable Expression filter,
            boolean fromLast,
            boolean ignoreNulls,
            WindowTerm window)
            implements Expression {
        public WindowFunction {
            arguments = List.copyOf(arguments);
        }
    }

    /** The rows of a query, as an array. */
    record Subquery(Query query) implements Expression {}

    /** What must all be true for a condition to be true; nothing where there is none. */
    static List<Expression> conjuncts(@Nullable Expression condition) {
        List<Expression> terms = new ArrayList<>();
        if (condition instanceof And(List<Expression> inner)) {
            inner.forEach(term -> terms.addAll(conjuncts(term)));
        } else if (condition != null) {
            terms.add(condition);
        }
        return terms;
    }
}
