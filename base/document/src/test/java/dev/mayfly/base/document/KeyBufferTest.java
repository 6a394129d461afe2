package dev.mayfly.base.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** A key grows no larger than the request has room for. */
final class KeyBufferTest {
    private static final long ROOM = 4 << 20;

    private static final class Bounded extends MemoryAccount {
        private long largest;

        @Override
        public void charge(long bytes) {
            throw new AssertionError("nobody would release it");
        }

        @Override
        public void require(long bytes) {
            if (bytes > ROOM) {
                throw new IllegalStateException("no room");
            }
            largest = Math.max(largest, bytes);
        }
    }

    private static int grow(int texts) {
        KeyBuffer buffer = new KeyBuffer();
        byte[] text = new byte[1 << 10];
        for (int i = 0; i < texts; i++) {
            buffer.putText(text);
        }
        return buffer.toBytes().length;
    }

    @Test
    void largeKeyAsksForRoomBeforeItGrows() {
        Bounded account = new Bounded();
        assertThrows(IllegalStateException.class, () -> account.during(() -> grow(1 << 20)));
        assertTrue(account.largest > ROOM / 8, () -> "asked for " + account.largest);
    }

    @Test
    void smallKeyAsksForNothing() {
        Bounded account = new Bounded();
        assertEquals(10 * (2 * 1024 + 1), (int) account.during(() -> grow(10)));
        assertEquals(0, account.largest);
    }
}
