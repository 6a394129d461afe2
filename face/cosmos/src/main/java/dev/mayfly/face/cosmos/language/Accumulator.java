package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.value.SqlKind;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlOrdering;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;

/** The state of an aggregate over a group. Used by one thread. */
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

    /** Adds a value that is not undefined; returns the number of bytes by which it has grown. */
    abstract int add(SqlValue value);

    /** Returns the aggregate so far; may be undefined. */
    abstract SqlValue result();

    private static final class Count extends Accumulator {
        private long count;

        @Override
        int add(SqlValue value) {
            count++;
            return 0;
        }

        @Override
        SqlValue result() {
            return SqlValues.of(count);
        }
    }

    private static final class CountIf extends Accumulator {
        private long count;

        @Override
        int add(SqlValue value) {
            count += value.isTrue() ? 1 : 0;
            return 0;
        }

        @Override
        SqlValue result() {
            return SqlValues.of(count);
        }
    }

    /**
     * A sum, or the average; one value that is not a number makes them undefined. The sum of no values is 0. Rounding
     * losses are added up besides (Neumaier), so that the order of rows, which an index may decide, hardly ever shows.
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
        int add(SqlValue value) {
            if (value instanceof SqlNumber number) {
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
        SqlValue result() {
            double total = Double.isFinite(lost) ? sum + lost : sum;
            return numbersOnly ? Arithmetic.number(average ? total / count : total) : SqlValues.UNDEFINED;
        }
    }

    /** The least or the greatest in the order of types and values; one array or object makes it undefined. */
    private static final class Extreme extends Accumulator {
        private final int sign;
        private SqlValue best = SqlValues.UNDEFINED;
        private boolean primitivesOnly = true;

        Extreme(int sign) {
            this.sign = sign;
        }

        @Override
        int add(SqlValue value) {
            if (value.kind() == SqlKind.ARRAY || value.kind() == SqlKind.OBJECT) {
                primitivesOnly = false;
            } else if (best.isUndefined() || Integer.signum(SqlOrdering.compare(value, best)) == sign) {
                best = ValueCopies.of(value);
            }
            return 0;
        }

        @Override
        SqlValue result() {
            return primitivesOnly ? best : SqlValues.UNDEFINED;
        }
    }

    private static final class Gathered extends Accumulator {
        private final Collection<SqlValue> values;

        Gathered(Collection<SqlValue> values) {
            this.values = values;
        }

        @Override
        int add(SqlValue value) {
            SqlValue own = ValueCopies.of(value);
            return values.add(own) ? ValueCopies.bytesOf(own) : 0;
        }

        @Override
        SqlValue result() {
            return SqlValues.array(new ArrayList<>(values));
        }
    }
}
