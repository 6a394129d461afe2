package dev.mayfly.face.couchbase.language.aggregate;

import dev.mayfly.face.couchbase.language.value.N1qlArithmetic;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlOrdering;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.ArrayList;
import java.util.List;

/** Aggregates that need all numbers at once: the median, and how far numbers lie apart. */
final class DispersionAggregate implements Aggregate {
    /** The statistics of dispersion. */
    enum Kind {
        MEDIAN,
        /** Sample deviation: 0 of one number, else divided by one less than the count. */
        STDDEV,
        STDDEV_SAMP,
        STDDEV_POP,
        VARIANCE,
        VAR_SAMP,
        VAR_POP
    }

    private final Kind kind;
    private final List<N1qlNumber> numbers = new ArrayList<>();

    DispersionAggregate(Kind kind) {
        this.kind = kind;
    }

    @Override
    public void add(N1qlValue argument) {
        if (argument instanceof N1qlNumber number) {
            // A copy: a stored number would keep its document.
            numbers.add(number.isLong() ? N1qlValues.of(number.longValue()) : N1qlValues.of(number.doubleValue()));
        }
    }

    @Override
    public N1qlValue result() {
        if (numbers.isEmpty()) {
            return N1qlValues.NULL;
        }
        return switch (kind) {
            case MEDIAN -> median();
            case STDDEV -> root(sample(N1qlValues.of(0)));
            case STDDEV_SAMP -> root(sample(N1qlValues.NULL));
            case STDDEV_POP -> root(N1qlValues.of(squares() / numbers.size()));
            case VARIANCE -> sample(N1qlValues.of(0));
            case VAR_SAMP -> sample(N1qlValues.NULL);
            case VAR_POP -> N1qlValues.of(squares() / numbers.size());
        };
    }

    private N1qlValue median() {
        List<N1qlNumber> sorted = new ArrayList<>(numbers);
        sorted.sort(N1qlOrdering::compare);
        int middle = sorted.size() / 2;
        if (sorted.size() % 2 == 1) {
            return sorted.get(middle);
        }
        N1qlValue both = N1qlArithmetic.ADD.of(sorted.get(middle - 1), sorted.get(middle));
        return N1qlArithmetic.DIVIDE.of(both, N1qlValues.of(2));
    }

    private N1qlValue sample(N1qlValue ofOne) {
        return numbers.size() == 1 ? ofOne : N1qlValues.of(squares() / (numbers.size() - 1));
    }

    private static N1qlValue root(N1qlValue variance) {
        return variance instanceof N1qlNumber number ? N1qlValues.of(Math.sqrt(number.doubleValue())) : variance;
    }

    /** The squares of the distances from the mean. */
    private double squares() {
        double mean = 0;
        for (N1qlNumber number : numbers) {
            mean += number.doubleValue();
        }
        mean /= numbers.size();
        double sum = 0;
        for (N1qlNumber number : numbers) {
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
