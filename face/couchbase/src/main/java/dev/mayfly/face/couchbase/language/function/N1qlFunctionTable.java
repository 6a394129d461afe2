package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.base.sql.FunctionTable;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The functions of the language, with the shapes that most of them have: MISSING of what is MISSING, and NULL of all else
 * of the wrong type.
 */
final class N1qlFunctionTable extends FunctionTable<N1qlEvaluator> {
    N1qlFunctionTable with(Consumer<N1qlFunctionTable> chapter) {
        chapter.accept(this);
        return this;
    }

    /** Adds a function with this range of arguments, which sees them whatever they are. */
    void any(String name, int least, int most, Function<N1qlValue[], N1qlValue> function) {
        addShared(name, least, most, (_, arguments) -> function.apply(arguments));
    }

    /** A function of known arguments: MISSING or NULL as soon as one of them is that. */
    void add(String name, int least, int most, Function<N1qlValue[], N1qlValue> function) {
        any(name, least, most, known(function));
    }

    @SuppressWarnings("ReferenceEquality") // There is one value that is true.
    static Function<N1qlValue[], N1qlValue> known(Function<N1qlValue[], N1qlValue> function) {
        return arguments -> {
            N1qlValue unknown = firstUnknown(arguments);
            return unknown == N1qlValues.TRUE ? function.apply(arguments) : unknown;
        };
    }

    /** MISSING, NULL, or true when all are known. */
    static N1qlValue firstUnknown(N1qlValue[] arguments) {
        N1qlValue found = N1qlValues.TRUE;
        for (N1qlValue argument : arguments) {
            if (argument.isMissing()) {
                return argument;
            }
            if (argument.isNull()) {
                found = argument;
            }
        }
        return found;
    }

    /** Adds a function of one value, whatever it is. */
    void one(String name, UnaryOperator<N1qlValue> function) {
        any(name, 1, 1, arguments -> function.apply(arguments[0]));
    }

    /** Adds a function of two known values. */
    void two(String name, BinaryOperator<N1qlValue> function) {
        add(name, 2, 2, arguments -> function.apply(arguments[0], arguments[1]));
    }

    void number(String name, DoubleUnaryOperator function) {
        add(
                name,
                1,
                1,
                arguments -> arguments[0] instanceof N1qlNumber number
                        ? N1qlValues.of(function.applyAsDouble(number.doubleValue()))
                        : N1qlValues.NULL);
    }

    void string(String name, Function<String, N1qlValue> function) {
        add(
                name,
                1,
                1,
                arguments ->
                        arguments[0] instanceof N1qlString text ? function.apply(text.stringValue()) : N1qlValues.NULL);
    }

    void array(String name, Function<N1qlArray, N1qlValue> function) {
        add(name, 1, 1, arguments -> arguments[0] instanceof N1qlArray array ? function.apply(array) : N1qlValues.NULL);
    }

    void object(String name, Function<N1qlObject, N1qlValue> function) {
        add(
                name,
                1,
                1,
                arguments -> arguments[0] instanceof N1qlObject object ? function.apply(object) : N1qlValues.NULL);
    }

    static boolean isLong(N1qlValue value) {
        return value instanceof N1qlNumber number && number.isLong();
    }

    static long longOf(N1qlValue value) {
        return ((N1qlNumber) value).longValue();
    }

    static String stringOf(N1qlValue value) {
        return ((N1qlString) value).stringValue();
    }
}
