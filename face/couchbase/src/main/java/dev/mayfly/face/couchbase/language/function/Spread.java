package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.Arithmetic;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.Ordering;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.ArrayList;
import java.util.List;

/** Aggregates that need all numbers at once: the median, and how far numbers lie apart. */
final class Spread implements Aggregate {
    /** What is asked of the numbers. */
    enum Kind {
        MEDIAN,
        /** Of one number 0, else by one less than there are. */
        STDDEV,
        STDDEV_SAMP,
        STDDEV_POP,
        VARIANCE,
        VAR_SAMP,
        VAR_POP
    }

    private final Kind kind;
    private final List<NumberValue> numbers = new ArrayList<>();

    Spread(Kind kind) {
        this.kind = kind;
    }

    @Override
    public void add(Value argument) {
        if (argument instanceof NumberValue number) {
            numbers.add(number);
        }
    }

    @Override
    public Value result() {
        if (numbers.isEmpty()) {
            return Values.NULL;
        }
        return switch (kind) {
            case MEDIAN -> median();
            case STDDEV -> root(sample(Values.of(0)));
            case STDDEV_SAMP -> root(sample(Values.NULL));
            case STDDEV_POP -> root(Values.of(squares() / numbers.size()));
            case VARIANCE -> sample(Values.of(0));
            case VAR_SAMP -> sample(Values.NULL);
            case VAR_POP -> Values.of(squares() / numbers.size());
        };
    }

    private Value median() {
        List<NumberValue> sorted = new ArrayList<>(numbers);
        sorted.sort(Ordering::compare);
        int middle = sorted.size() / 2;
        if (sorted.size() % 2 == 1) {
            return sorted.get(middle);
        }
        Value both = Arithmetic.ADD.of(sorted.get(middle - 1), sorted.get(middle));
        return Arithmetic.DIVIDE.of(both, Values.of(2));
    }

    private Value sample(Value ofOne) {
        return numbers.size() == 1 ? ofOne : Values.of(squares() / (numbers.size() - 1));
    }

    private static Value root(Value variance) {
        return variance instanceof NumberValue number ? Values.of(Math.sqrt(number.doubleValue())) : variance;
    }

    /** The squares of the distances from the mean. */
    private double squares() {
        double mean = 0;
        for (NumberValue number : numbers) {
            mean += number.doubleValue();
        }
        mean /= numbers.size();
        double sum = 0;
        for (NumberValue number : numbers) {
            double distance = number.doubleValue() - mean;
            sum += distance * distance;
        }
        return sum;
    }

    @Override
    public long bytes() {
        return 32 + numbers.size() * 32L;
    }
}
