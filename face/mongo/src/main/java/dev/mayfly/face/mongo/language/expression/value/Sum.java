package dev.mayfly.face.mongo.language.expression.value;

import dev.mayfly.face.mongo.language.value.Decimals;
import dev.mayfly.face.mongo.language.value.Numbers;
import java.util.Objects;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * A running sum of numbers of any type, in the widest type seen. Not safe for concurrent use.
 *
 * <p>Doubles are added in twice their precision (D. Knuth, The Art of Computer Programming, vol. 2, 4.2.2, theorem B), and
 * longs as two halves of it, so that the order of the numbers hardly matters; a sum of whole numbers that does not fit a
 * long becomes a double.
 */
public final class Sum {
    private BsonType type = BsonType.INT32;
    private double high;
    private double low;
    private Decimal128 decimals = Decimal128.POSITIVE_ZERO;
    private long count;

    /** Adds a number; anything else is the caller's to leave out. */
    public void add(BsonValue number) {
        count++;
        type = Numbers.wider(type, number.getBsonType());
        switch (number.getBsonType()) {
            case INT32, INT64 -> addWhole(Numbers.longOf(number));
            case DOUBLE -> addDouble(number.asDouble().getValue());
            default -> decimals = Decimals.add(decimals, Decimals.of(number));
        }
    }

    /** Returns the number of values added. */
    public long count() {
        return count;
    }

    /** Returns the whole state as a document. */
    public BsonDocument state() {
        return new BsonDocument("type", new BsonInt32(type.getValue()))
                .append("high", new BsonDouble(high))
                .append("low", new BsonDouble(low))
                .append("decimals", new BsonDecimal128(decimals))
                .append("count", new BsonInt64(count));
    }

    /** Adds the state of another sum. */
    public void absorb(BsonDocument state) {
        BsonType other = BsonType.findByValue(state.getInt32("type").getValue());
        type = Numbers.wider(type, Objects.requireNonNull(other));
        addDouble(state.getDouble("high").getValue());
        addDouble(state.getDouble("low").getValue());
        decimals = Decimals.add(decimals, state.getDecimal128("decimals").getValue());
        count += state.getInt64("count").getValue();
    }

    /** Two parts, each exact as a double. */
    private void addWhole(long value) {
        long lowPart = value & 0xffff_ffffL;
        addDouble((double) (value - lowPart));
        addDouble((double) lowPart);
    }

    private void addDouble(double value) {
        double sum = high + value;
        double shadow = sum - high;
        double error = (high - (sum - shadow)) + (value - shadow);
        high = sum;
        low += Double.isFinite(error) ? error : 0;
    }

    private double asDouble() {
        return high + low;
    }

    public BsonValue value() {
        return switch (type) {
            case DECIMAL128 -> new BsonDecimal128(Decimals.add(decimals, exactDecimal()));
            case DOUBLE -> new BsonDouble(asDouble());
            default -> whole();
        };
    }

    /** The sum divided by the count: a double, or a decimal if one was added. */
    public BsonValue average() {
        if (type == BsonType.DECIMAL128) {
            Decimal128 total = Decimals.add(decimals, exactDecimal());
            return new BsonDecimal128(Decimals.divide(total, new Decimal128(count)));
        }
        return new BsonDouble(asDouble() / count);
    }

    private Decimal128 exactDecimal() {
        normalize();
        if (!Double.isFinite(high)) {
            return Decimals.of(high);
        }
        return fitsLong() && high == Math.rint(high) && low == Math.rint(low)
                ? new Decimal128(asLong())
                : Decimals.of(asDouble());
    }

    private BsonValue whole() {
        normalize();
        if (!fitsLong()) {
            return new BsonDouble(asDouble());
        }
        long sum = asLong();
        return type == BsonType.INT32 && sum == (int) sum ? new BsonInt32((int) sum) : new BsonInt64(sum);
    }

    /** Makes the high part the nearest double to the sum, and the low part the remainder. */
    private void normalize() {
        double nearest = high + low;
        if (Double.isFinite(nearest)) {
            low -= nearest - high;
            high = nearest;
        }
    }

    private boolean fitsLong() {
        if (high == 0x1p63) {
            return low < 0;
        }
        return high == -0x1p63 ? low >= 0 : Math.abs(high) < 0x1p63;
    }

    private long asLong() {
        return high == 0x1p63 ? Long.MAX_VALUE + (long) low + 1 : (long) high + (long) low;
    }
}
