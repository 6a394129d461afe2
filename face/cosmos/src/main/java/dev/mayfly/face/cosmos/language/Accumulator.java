package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.value.Kind;
import dev.mayfly.face.cosmos.language.value.NumberValue;
import dev.mayfly.face.cosmos.language.value.Ordering;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;

/** What an aggregate has seen of a group. Used by one thread. */
abstract sealed class Accumulator {
    static Accumulator of(AggregateFunction function) {
        return switch (function) {
            case AVG -> new Sum(true);
            case SUM -> new Sum(false);
            case COUNT -> new Count();
            case COUNTIF -> new CountIf();
            case MIN -> new Extreme(-1);
            case MAX -> new Extreme(1);
            case MAKELIST -> new Gathered(new ArrayList<>());
            case MAKESET -> new Gathered(new LinkedHashSet<>());
        };
    }

    /** Sees a value that is not undefined; answers by how many bytes it has grown. */
    abstract int add(Value value);

    /** What the aggregate is so far; may be undefined. */
    abstract Value result();

    private static final class Count extends Accumulator {
        private long count;

        @Override
        int add(Value value) {
            count++;
            return 0;
        }

        @Override
        Value result() {
            return Values.of(count);
        }
    }

    private static final class CountIf extends Accumulator {
        private long count;

        @Override
        int add(Value value) {
            count += value.isTrue() ? 1 : 0;
            return 0;
        }

        @Override
        Value result() {
            return Values.of(count);
        }
    }

    /**
     * A sum, or the average; one value that is no number makes them undefined. Of nothing, the sum is 0. What rounding loses
     * is added up besides (Neumaier), so that the order of rows, which an index may decide, hardly ever shows.
     */
    private static final class Sum extends Accumulator {
        private final boolean average;
        private double sum;
        private double lost;
        private long count;
        private boolean numbersOnly = true;

        Sum(boolean average) {
            this.average = average;
        }

        @Override
        int add(Value value) {
            if (value instanceof NumberValue number) {
                add(number.doubleValue());
                count++;
            } else {
                numbersOnly = false;
            }
            return 0;
        }

        private void add(double number) {
            double next = sum + number;
            lost += Math.abs(sum) >= Math.abs(number) ? sum - next + number : number - next + sum;
            sum = next;
        }

        @Override
        Value result() {
            double total = Double.isFinite(lost) ? sum + lost : sum;
            return numbersOnly ? Arithmetic.number(average ? total / count : total) : Values.UNDEFINED;
        }
    }

    /** The least or the greatest in the order of types and values; one array or object makes it undefined. */
    private static final class Extreme extends Accumulator {
        private final int sign;
        private Value best = Values.UNDEFINED;
        private boolean primitivesOnly = true;

        Extreme(int sign) {
            this.sign = sign;
        }

        @Override
        int add(Value value) {
            if (value.kind() == Kind.ARRAY || value.kind() == Kind.OBJECT) {
                primitivesOnly = false;
            } else if (best.isUndefined() || Integer.signum(Ordering.compare(value, best)) == sign) {
                best = Detached.of(value);
            }
            return 0;
        }

        @Override
        Value result() {
            return primitivesOnly ? best : Values.UNDEFINED;
        }
    }

    private static final class Gathered extends Accumulator {
        private final Collection<Value> values;

        Gathered(Collection<Value> values) {
            this.values = values;
        }

        @Override
        int add(Value value) {
            Value own = Detached.of(value);
            return values.add(own) ? Detached.bytesOf(own) : 0;
        }

        @Override
        Value result() {
            return Values.array(new ArrayList<>(values));
        }
    }
}
