package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.base.sql.FunctionTable;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.LongBinaryOperator;
import java.util.function.UnaryOperator;

/** The functions of the language, with the shapes that most of them have. */
final class SqlFunctionTable extends FunctionTable<SqlEvaluator> {
    SqlFunctionTable with(Consumer<SqlFunctionTable> chapter) {
        chapter.accept(this);
        return this;
    }

    /** A function of these many arguments. */
    void add(String name, int least, int most, Function<SqlValue[], SqlValue> function) {
        addShared(name, least, most, (_, arguments) -> function.apply(arguments));
    }

    /** Adds a function of this number of arguments that depends on what the container says of its values. */
    void of(String name, int arguments, SqlEvaluator evaluator) {
        addShared(name, arguments, arguments, evaluator);
    }

    void one(String name, UnaryOperator<SqlValue> function) {
        add(name, 1, 1, arguments -> function.apply(arguments[0]));
    }

    void two(String name, BinaryOperator<SqlValue> function) {
        add(name, 2, 2, arguments -> function.apply(arguments[0], arguments[1]));
    }

    /** Adds a function of a number; other arguments give undefined. */
    void number(String name, DoubleUnaryOperator function) {
        one(
                name,
                value -> value instanceof SqlNumber number
                        ? finite(function.applyAsDouble(number.doubleValue()))
                        : SqlValues.UNDEFINED);
    }

    /** Adds a function of two numbers; other arguments give undefined. */
    void numbers(String name, DoubleBinaryOperator function) {
        two(
                name,
                (a, b) -> a instanceof SqlNumber left && b instanceof SqlNumber right
                        ? finite(function.applyAsDouble(left.doubleValue(), right.doubleValue()))
                        : SqlValues.UNDEFINED);
    }

    /** Adds a function of two whole numbers; other arguments give undefined. */
    void integers(String name, LongBinaryOperator function) {
        two(
                name,
                (a, b) -> isLong(a) && isLong(b)
                        ? SqlValues.of(function.applyAsLong(longOf(a), longOf(b)))
                        : SqlValues.UNDEFINED);
    }

    /** Adds a function of a string; other arguments give undefined. */
    void string(String name, Function<String, SqlValue> function) {
        one(name, value -> value instanceof SqlString text ? function.apply(text.stringValue()) : SqlValues.UNDEFINED);
    }

    /** Returns the result; undefined if it is not a number, or not one that JSON can write, as in the service. */
    static SqlValue finite(double result) {
        return Double.isFinite(result) ? SqlValues.of(result) : SqlValues.UNDEFINED;
    }

    static boolean isLong(SqlValue value) {
        return value instanceof SqlNumber number && number.isLong();
    }

    static long longOf(SqlValue value) {
        return ((SqlNumber) value).longValue();
    }

    static String stringOf(SqlValue value) {
        return ((SqlString) value).stringValue();
    }

    /** The argument at this index, or undefined when the call leaves it out. */
    static SqlValue optional(SqlValue[] arguments, int index) {
        return index < arguments.length ? arguments[index] : SqlValues.UNDEFINED;
    }

    /** Returns true if the call has no argument here. */
    static boolean omits(SqlValue[] arguments, int index) {
        return index >= arguments.length;
    }
}
