package dev.mayfly.base.query.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberTextTest {
    @ParameterizedTest
    @CsvSource({
        "1.0, 1, 1",
        "-7, -7, -7",
        "0.1, 0.1, 0.1",
        "0.30000000000000004, 0.30000000000000004, 0.30000000000000004",
        "1e20, 100000000000000000000, 100000000000000000000",
        "1e21, 1e+21, 1e+21",
        "-1.5e-7, -1.5e-7, -1.5e-07",
        "1e-6, 0.000001, 0.000001",
        "2e-323, 2e-323, 2e-323",
        "9007199254740992, 9007199254740992, 9007199254740992",
        "0, 0, 0",
        "-0.0, 0, -0",
        "Infinity, Infinity, +Infinity",
        "-Infinity, -Infinity, -Infinity",
        "NaN, NaN, NaN",
    })
    void textIsTheShortestAndLaidOutAsTheDialectHasIt(double value, String brief, String signed) {
        assertEquals(brief, Dialects.SHORT.of(value));
        assertEquals(signed, Dialects.SIGNED.of(value));
    }

    @Test
    void everyTextReadsBackAsItsNumber() {
        long seed = 38;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                for (NumberText text : List.of(Dialects.SHORT, Dialects.SIGNED)) {
                    assertEquals(value, Double.parseDouble(text.of(value)), "seed " + seed);
                }
            }
        }
    }
}
