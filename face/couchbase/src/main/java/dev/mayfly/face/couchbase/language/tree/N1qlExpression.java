package dev.mayfly.face.couchbase.language.tree;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression of the language. Two are equal when they say the same. */
public sealed interface N1qlExpression {
    /** A literal, MISSING among them. */
    record Constant(N1qlValue value) implements N1qlExpression {}

    /** A parameter of the request: by name, or by a position from 1 that is written in digits. */
    record Parameter(String name) implements N1qlExpression {}

    /** A name as it was written: what FROM, LET or a loop calls so, or a field of the only source. */
    record Identifier(String name, Near near) implements N1qlExpression {
        public Identifier(String name) {
            this(name, Near.NOWHERE);
        }
    }

    /** The row itself, which in a query is the only thing that FROM lists. */
    record Self(Near near) implements N1qlExpression {}

    /** A name as it was written, in which large and small letters are alike. */
    record AnyCaseIdentifier(String name) implements N1qlExpression {}

    /** A field; the name is a constant where it stands behind a dot. */
    record Field(N1qlExpression of, N1qlExpression name) implements N1qlExpression {}

    /** A field by a name in which large and small letters are alike; one that is written so comes first. */
    record AnyCaseField(N1qlExpression of, String name) implements N1qlExpression {}

    record Element(N1qlExpression of, N1qlExpression index) implements N1qlExpression {}

    /** {@code [*]}: an object that has an array for each field that the elements have. */
    record EachElement(N1qlExpression of) implements N1qlExpression {}

    /** {@code []}: the array; a field right behind it is asked of each element, in arrays of them too. */
    record FlatElements(N1qlExpression of) implements N1qlExpression {}

    record Slice(
            N1qlExpression of,
            @Nullable N1qlExpression from,
            @Nullable N1qlExpression until) implements N1qlExpression {}

    record Binary(Operator operator, N1qlExpression left, N1qlExpression right) implements N1qlExpression {}

    /** AND of two or more. */
    record And(List<N1qlExpression> terms) implements N1qlExpression {
        public And {
            terms = List.copyOf(terms);
        }
    }

    /** OR of two or more. */
    record Or(List<N1qlExpression> terms) implements N1qlExpression {
        public Or {
            terms = List.copyOf(terms);
        }
    }

    record Not(N1qlExpression operand) implements N1qlExpression {}

    record Negate(N1qlExpression operand) implements N1qlExpression {}

    record Exists(N1qlExpression operand) implements N1qlExpression {}

    /** A match of a pattern; the escape is a backslash where none is given. */
    record Like(
            N1qlExpression value,
            N1qlExpression pattern,
            @Nullable N1qlExpression escape) implements N1qlExpression {}

    record Between(N1qlExpression value, N1qlExpression low, N1qlExpression high) implements N1qlExpression {}

    record Is(N1qlExpression value, Test test) implements N1qlExpression {}

    /** The tests of IS. */
    enum Test {
        NULL,
        NOT_NULL,
        MISSING,
        NOT_MISSING,
        VALUED,
        NOT_VALUED
    }

    /** IS DISTINCT FROM, for which two of what is unknown are alike. */
    record DistinctFrom(N1qlExpression left, N1qlExpression right) implements N1qlExpression {}

    /**
     * CASE.
     *
     * @param operand what the conditions are compared with, or null when they are conditions by themselves
     */
    record Case(
            @Nullable N1qlExpression operand,
            List<When> whens,
            @Nullable N1qlExpression otherwise) implements N1qlExpression {
        public Case {
            whens = List.copyOf(whens);
        }
    }

    record When(N1qlExpression condition, N1qlExpression result) {}

    /** ANY, EVERY, ANY AND EVERY. */
    record Quantified(Quantifier quantifier, List<Loop> loops, N1qlExpression satisfies) implements N1qlExpression {
        public Quantified {
            loops = List.copyOf(loops);
        }
    }

    enum Quantifier {
        ANY,
        EVERY,
        ANY_AND_EVERY
    }

    /** A loop over the elements of an array, or with WITHIN over everything inside it. */
    record Loop(@Nullable String name, String variable, boolean within, N1qlExpression in, Near near) {}

    /**
     * ARRAY, FIRST or OBJECT ... FOR ... END.
     *
     * @param name of a field, for OBJECT alone
     */
    record Collect(
            Collected kind,
            @Nullable N1qlExpression name,
            N1qlExpression result,
            List<Loop> loops,
            @Nullable N1qlExpression when)
            implements N1qlExpression {
        public Collect {
            loops = List.copyOf(loops);
        }
    }

    enum Collected {
        ARRAY,
        FIRST,
        OBJECT
    }

    record NewArray(List<N1qlExpression> elements) implements N1qlExpression {
        public NewArray {
            elements = List.copyOf(elements);
        }
    }

    record NewObject(List<Member> members) implements N1qlExpression {
        public NewObject {
            members = List.copyOf(members);
        }
    }

    /** A field of a new object; one whose name is no string is left out. */
    record Member(N1qlExpression name, N1qlExpression value) {}

    /** A call of a function that is no aggregate; its name is in small letters. */
    record Call(String function, List<N1qlExpression> arguments, Near near) implements N1qlExpression {
        public Call {
            arguments = List.copyOf(arguments);
        }

        public Call(String function, List<N1qlExpression> arguments) {
            this(function, arguments, Near.NOWHERE);
        }

        public static Call of(String function, N1qlExpression... arguments) {
            return new Call(function, List.of(arguments));
        }
    }

    /** A call of a function that users have made; its name is as it was written. */
    record UserCall(KeyspaceName function, List<N1qlExpression> arguments, Near near) implements N1qlExpression {
        public UserCall {
            arguments = List.copyOf(arguments);
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
            @Nullable N1qlExpression argument,
            @Nullable N1qlExpression filter) implements N1qlExpression {}

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
            List<N1qlExpression> arguments,
            @Nullable N1qlExpression filter,
            boolean fromLast,
            boolean ignoreNulls,
            WindowTerm window)
            implements N1qlExpression {
        public WindowFunction {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * NEXTVAL FOR or PREVVAL FOR a sequence.
     *
     * @param next whether it is the number given out next, rather than the one given out last
     */
    record SequenceValue(boolean next, KeyspaceName sequence) implements N1qlExpression {}

    /** The rows of a query, as an array. */
    record Subquery(N1qlQuery query, Near near) implements N1qlExpression {
        public Subquery(N1qlQuery query) {
            this(query, Near.NOWHERE);
        }
    }

    /** Returns the terms that must all be true for a condition to be true; none for null. */
    static List<N1qlExpression> conjuncts(@Nullable N1qlExpression condition) {
        List<N1qlExpression> terms = new ArrayList<>();
        if (condition instanceof And(List<N1qlExpression> inner)) {
            inner.forEach(term -> terms.addAll(conjuncts(term)));
        } else if (condition != null) {
            terms.add(condition);
        }
        return terms;
    }
}
