package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.face.cosmos.language.value.NumberValue;
import dev.mayfly.face.cosmos.language.value.StringValue;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.LongBinaryOperator;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The functions while they are gathered, with the shapes that most of them have. */
final class FunctionTable {
    private final Map<String, Definition> byName = new HashMap<>();

    FunctionTable with(Consumer<FunctionTable> chapter) {
        chapter.accept(this);
        return this;
    }

    Map<String, Definition> build() {
        return Map.copyOf(byName);
    }

    private void add(Definition definition) {
        if (byName.put(definition.name().toUpperCase(Locale.ROOT), definition) != null) {
            throw new IllegalStateException("two functions of one name: " + definition.name());
        }
    }

    /** A function of these many arguments. */
    void add(String name, int least, int most, Function<Value[], Value> function) {
        Evaluator evaluator = (_, arguments) -> function.apply(arguments);
        add(new Definition(name, least, most, true, () -> evaluator));
    }

    /** A function of which each call keeps something. */
    void addRemembering(String name, int least, int most, Supplier<Evaluator> evaluators) {
        add(new Definition(name, least, most, true, evaluators));
    }

    /** A function that depends on the moment. */
    void addMomentary(String name, int arguments, Evaluator evaluator) {
        add(new Definition(name, arguments, arguments, false, () -> evaluator));
    }

    void one(String name, UnaryOperator<Value> function) {
        add(name, 1, 1, arguments -> function.apply(arguments[0]));
    }

    void two(String name, BinaryOperator<Value> function) {
        add(name, 2, 2, arguments -> function.apply(arguments[0], arguments[1]));
    }

    /** Of a number, else undefined. */
    void number(String name, DoubleUnaryOperator function) {
        one(
                name,
                value -> value instanceof NumberValue number
                        ? finite(function.applyAsDouble(number.doubleValue()))
                        : Values.UNDEFINED);
    }

    /** Of two numbers, else undefined. */
    void numbers(String name, DoubleBinaryOperator function) {
        two(
                name,
                (a, b) -> a instanceof NumberValue left && b instanceof NumberValue right
                        ? finite(function.applyAsDouble(left.doubleValue(), right.doubleValue()))
                        : Values.UNDEFINED);
    }

    /** Of two whole numbers, else undefined. */
    void integers(String name, LongBinaryOperator function) {
        two(
                name,
                (a, b) -> isLong(a) && isLong(b)
                        ? Values.of(function.applyAsLong(longOf(a), longOf(b)))
                        : Values.UNDEFINED);
    }

    /** Of a string, else undefined. */
    void string(String name, Function<String, Value> function) {
        one(name, value -> value instanceof StringValue text ? function.apply(text.stringValue()) : Values.UNDEFINED);
    }

    /** What was computed; undefined when no number is it, or none that JSON can write, as the service has it. */
    static Value finite(double result) {
        return Double.isFinite(result) ? Values.of(result) : Values.UNDEFINED;
    }

    static boolean isLong(Value value) {
        return value instanceof NumberValue number && number.isLong();
    }

    static long longOf(Value value) {
        return ((NumberValue) value).longValue();
    }

    static String stringOf(Value value) {
        return ((StringValue) value).stringValue();
    }

    /** The argument at this index, or undefined when the call leaves it out. */
    static Value optional(Value[] arguments, int index) {
        return index < arguments.length ? arguments[index] : Values.UNDEFINED;
    }

    /** Whether the call has no argument here. */
    static boolean omits(Value[] arguments, int index) {
        return index >= arguments.length;
    }
}
