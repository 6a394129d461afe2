package dev.mayfly.face.couchbase.wire;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads the frame infos of a flexible request. */
final class FramingReader {
    /*
     * Each begins with a byte of two halves: what it is, and how many bytes follow. A half of 15 means that the next
     * byte is added to it, first for the kind and then for the length.
     */
    private static final int BARRIER = 0;
    private static final int DURABILITY = 1;
    private static final int STREAM = 2;
    private static final int IMPERSONATE = 4;
    private static final int PRESERVE_EXPIRY = 5;
    private static final int ESCAPE = 15;
    private static final int TIMEOUT_MAX = 0xffff;

    private final byte[] bytes;
    private final int until;
    private int at;
    private DurabilityLevel level = DurabilityLevel.NONE;
    private int timeoutMillis;
    private boolean preservesExpiry;
    private @Nullable String impersonates;
    private int stream;

    FramingReader(byte[] bytes, int from, int until) {
        this.bytes = bytes;
        this.at = from;
        this.until = until;
    }

    Framing read() {
        while (at < until) {
            int first = bytes[at++] & 0xff;
            int kind = half(first >> 4);
            int length = half(first & 0xf);
            if (length > until - at) {
                throw new StatusException(Status.EINVAL, "A frame info is longer than the frame infos");
            }
            take(kind, length);
            at += length;
        }
        return new Framing(level, timeoutMillis, preservesExpiry, impersonates, stream);
    }

    private int half(int half) {
        if (half != ESCAPE) {
            return half;
        }
        if (at >= until) {
            throw new StatusException(Status.EINVAL, "A frame info ends too early");
        }
        return ESCAPE + (bytes[at++] & 0xff);
    }

    private void take(int kind, int length) {
        switch (kind) {
            case BARRIER -> check(length == 0, "Barrier should not contain value");
            case DURABILITY -> durability(length);
            case IMPERSONATE -> {
                check(length > 0, "Impersonated user must be set");
                impersonates = new String(bytes, at, length, StandardCharsets.UTF_8);
            }
            case PRESERVE_EXPIRY -> {
                check(length == 0, "PreserveTtl should not contain value");
                preservesExpiry = true;
            }
            case STREAM -> {
                check(length == 2, "The name of a stream takes two bytes");
                stream = (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
            }
            default -> throw new StatusException(Status.UNKNOWN_FRAME_INFO);
        }
    }

    private void durability(int length) {
        check(length == 1 || length == 3, "Durability takes one byte or three");
        level = DurabilityLevel.of(bytes[at]);
        if (length == 3) {
            timeoutMillis = (bytes[at + 1] & 0xff) << 8 | bytes[at + 2] & 0xff;
            check(timeoutMillis > 0 && timeoutMillis < TIMEOUT_MAX, "The durability timeout is out of range");
        }
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new StatusException(Status.EINVAL, otherwise);
        }
    }
}
