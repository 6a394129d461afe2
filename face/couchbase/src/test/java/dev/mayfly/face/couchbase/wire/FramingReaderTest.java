package dev.mayfly.face.couchbase.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The bytes in front of the extras of a flexible request. */
final class FramingReaderTest {
    private static Framing read(int... bytes) {
        byte[] frame = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            frame[i] = (byte) bytes[i];
        }
        return new FramingReader(frame, 0, frame.length).read();
    }

    private static Status refused(int... bytes) {
        return assertThrows(StatusException.class, () -> read(bytes)).status();
    }

    @Test
    void everyKindIsReadInAnyOrder() {
        assertEquals(Framing.NONE, read());
        assertEquals(Framing.NONE, read(0x00));
        assertEquals(new Framing(DurabilityLevel.MAJORITY, 0, false, null, 0), read(0x11, 1));
        assertEquals(
                new Framing(DurabilityLevel.PERSIST_TO_MAJORITY, 0x1234, true, "ann", 0),
                read(0x50, 0x13, 3, 0x12, 0x34, 0x00, 0x43, 'a', 'n', 'n'));
        assertEquals(
                new Framing(DurabilityLevel.MAJORITY_AND_PERSIST_ON_ACTIVE, 65_534, false, null, 0),
                read(0x13, 2, 0xff, 0xfe));
        assertEquals(0x0102, read(0x22, 1, 2).stream());
    }

    @Test
    void longNameIsReadByItsEscapedLength() {
        int[] bytes = new int[22];
        bytes[0] = 0x4f;
        bytes[1] = 5;
        Arrays.fill(bytes, 2, 22, 'x');
        assertEquals("x".repeat(20), read(bytes).impersonates());
    }

    @Test
    void malformedIsRefusedByItsOwnStatus() {
        assertEquals(Status.DURABILITY_INVALID_LEVEL, refused(0x11, 0));
        assertEquals(Status.DURABILITY_INVALID_LEVEL, refused(0x11, 4));
        assertEquals(Status.DURABILITY_INVALID_LEVEL, refused(0x11, 0xff));
        assertEquals(Status.EINVAL, refused(0x12, 1, 1));
        assertEquals(Status.EINVAL, refused(0x10));
        assertEquals(Status.EINVAL, refused(0x13, 1, 0, 0));
        assertEquals(Status.EINVAL, refused(0x13, 1, 0xff, 0xff));
        assertEquals(Status.EINVAL, refused(0x13, 1));
        assertEquals(Status.EINVAL, refused(0x51, 0));
        assertEquals(Status.EINVAL, refused(0x01, 0));
        assertEquals(Status.EINVAL, refused(0x40));
        assertEquals(Status.EINVAL, refused(0x21, 1));
        assertEquals(Status.EINVAL, refused(0x0f));
        assertEquals(Status.EINVAL, refused(0xff));
        assertEquals(Status.UNKNOWN_FRAME_INFO, refused(0x60));
        assertEquals(Status.UNKNOWN_FRAME_INFO, refused(0xf0, 1));
    }
}
