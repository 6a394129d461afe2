package dev.mayfly.face.mongo.language.expression.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.test.harness.Seeds;
import java.math.BigInteger;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** Sums of whole numbers are exact while they fit a long, whatever their order and whatever overflows in between. */
class SumProperties {
    @Test
    void sumsOfLongsAreExact() {
        Seeds.run(2000, (_, random) -> {
            Sum sum = new Sum();
            BigInteger exact = BigInteger.ZERO;
            int count = random.nextInt(1, 20);
            for (int i = 0; i < count; i++) {
                long number = random.nextLong() >> random.nextInt(64);
                sum.add(new BsonInt64(number));
                exact = exact.add(BigInteger.valueOf(number));
            }
            BsonValue value = sum.value();
            if (exact.bitLength() < 64) {
                assertEquals(new BsonInt64(exact.longValueExact()), value);
            } else {
                assertEquals(BsonType.DOUBLE, value.getBsonType());
                assertEquals(new BsonDouble(exact.doubleValue()), value);
            }
        });
    }
}
