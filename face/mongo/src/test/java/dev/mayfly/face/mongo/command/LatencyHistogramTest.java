package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.bson.BsonArray;
import org.junit.jupiter.api.Test;

final class LatencyHistogramTest {
    private static BsonArray histogram(long... micros) {
        LatencyHistogram histogram = new LatencyHistogram();
        for (long one : micros) {
            histogram.add(one);
        }
        return histogram.toBson();
    }

    @Test
    void nothingIsToldOfBoundsNeverMet() {
        assertEquals(BsonArray.parse("[]"), histogram());
    }

    @Test
    void operationIsCountedUnderTheGreatestBoundThatItReached() {
        assertEquals(
                BsonArray.parse("[{micros: {$numberLong: '0'}, count: {$numberLong: '3'}},"
                        + " {micros: {$numberLong: '2'}, count: {$numberLong: '2'}},"
                        + " {micros: {$numberLong: '2048'}, count: {$numberLong: '1'}},"
                        + " {micros: {$numberLong: '3072'}, count: {$numberLong: '2'}},"
                        + " {micros: {$numberLong: '2097152'}, count: {$numberLong: '1'}},"
                        + " {micros: {$numberLong: '4194304'}, count: {$numberLong: '1'}},"
                        + " {micros: {$numberLong: '1099511627776'}, count: {$numberLong: '1'}}]"),
                histogram(-1, 0, 1, 2, 3, 3071, 3072, 4095, 4194303, 4194304, Long.MAX_VALUE));
    }
}
