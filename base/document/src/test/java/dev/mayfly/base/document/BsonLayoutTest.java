package dev.mayfly.base.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class BsonLayoutTest {
    @Test
    void terminatorIsTheFirstZeroWhereverItIs() {
        SplittableRandom random = new SplittableRandom(1);
        for (int length = 1; length < 40; length++) {
            for (int zero = 0; zero < length; zero++) {
                for (int at = 0; at <= zero; at++) {
                    byte[] bytes = new byte[length];
                    random.nextBytes(bytes);
                    for (int i = 0; i < zero; i++) {
                        // What a borrow could be mistaken for is there most often.
                        bytes[i] = random.nextBoolean() ? 1 : (byte) (random.nextInt(255) + 1);
                    }
                    bytes[zero] = 0;
                    assertEquals(zero, BsonLayout.terminator(bytes, at));
                }
            }
        }
    }

    @Test
    void textWithoutAnEndIsNotReadBeyondItsBytes() {
        byte[] bytes = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> BsonLayout.terminator(bytes, 0));
    }
}
