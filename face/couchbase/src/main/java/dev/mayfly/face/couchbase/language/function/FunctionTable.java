package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The functions while they are gathered, with the shapes that most of them have: MISSING of what is MISSING, and NULL of
 * all else of the wrong type.
 */
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
        if (byName.put(definition.name(), definition) != null) {
            throw new IllegalStateException("two functions of one name: " + definition.name());
        }
    }

    /** A function of these many arguments, which sees whatever they are. */
    void any(String name, int least, int most, Function<Value[], Value> function) {
        Evaluator evaluator = (_, arguments) -> function.apply(arguments);
        add(new Definition(name, least, most, true, () -> evaluator));
    }

    /** A function of known arguments: MISSING or NULL as soon as one of them is that. */
    void add(String name, int least, int most, Function<Value[], Value> function) {
        any(name, least, most, known(function));
    }

    @SuppressWarnings("ReferenceEquality") // There is one value that is true.
    static Function<Value[], Value> known(Function<Value[], Value> function) {
        return arguments -> {
            Value unknown = firstUnknown(arguments);
            return unknown == Values.TRUE ? function.apply(arguments) : unknown;
        };
    }

    /** MISSING, NULL, or true when all are known. */
    static Value firstUnknown(Value[] arguments) {
        Value found = Values.TRUE;
        for (Value argument : arguments) {
            if (argument.isMissing()) {
                return argument;
            }
            if (argument.isNull()) {
                found = argument;
            }
        }
        return found;
    }

    /** A function of which each call keeps something. */
    void addRemembering(String name, int least, int most, Supplier<Evaluator> evaluators) {
        add(new Definition(name, least, most, true, evaluators));
    }

    /** A function that depends on the moment, and sees whatever its arguments are. */
    void addMomentary(String name, int least, int most, Evaluator evaluator) {
        add(new Definition(name, least, most, false, () -> evaluator));
    }

    /** Another name of a function that is there. */
    void alias(String name, String of) {
        Definition known = byName.get(of);
        if (known == null) {
            throw new IllegalStateException("no function " + of);
        }
        add(new Definition(name, known.least(), known.most(), known.pure(), known.evaluators()));
    }

    /** Of one value, whatever it is. */
    void one(String name, UnaryOperator<Value> function) {
        any(name, 1, 1, arguments -> function.apply(arguments[0]));
    }

    /** Of two known values. */
    void two(String name, BinaryOperator<Value> function) {
        add(name, 2, 2, arguments -> function.apply(arguments[0], arguments[1]));
    }

    void number(String name, DoubleUnaryOperator function) {
        add(
                name,
                1,
                1,
                arguments -> arguments[0] instanceof NumberValue number
                        ? Values.of(function.applyAsDouble(number.doubleValue()))
                        : Values.NULL);
    }

    void string(String name, Function<String, Value> function) {
        add(
                name,
                1,
                1,
                arguments ->
                        arguments[0] instanceof StringValue text ? function.apply(text.stringValue()) : Values.NULL);
    }

    void array(String name, Function<ArrayValue, Value> function) {
        add(name, 1, 1, arguments -> arguments[0] instanceof ArrayValue array ? function.apply(array) : Values.NULL);
    }

    void object(String name, Function<ObjectValue, Value> function) {
        add(name, 1, 1, arguments -> arguments[0] instanceof ObjectValue object ? function.apply(object) : Values.NULL);
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
}
