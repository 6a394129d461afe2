package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.face.couchbase.wire.Status;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The result of one operation on a text.
 *
 * @param text the text as it is now, the very same array if it was only looked at or nothing came of it
 * @param value the answer of the operation, or null if it has none
 */
record EditResult(Status status, byte[] text, byte @Nullable [] value) {
    static EditResult failed(byte[] text, Status status) {
        return new EditResult(status, text, null);
    }

    static EditResult looked(byte[] text, byte @Nullable [] value) {
        return new EditResult(Status.SUCCESS, text, value);
    }

    static EditResult changed(byte[] text) {
        return new EditResult(Status.SUCCESS, text, null);
    }

    boolean isSuccess() {
        return status == Status.SUCCESS;
    }

    EditResult answering(byte[] answer) {
        return new EditResult(status, text, answer);
    }

    /** The text with these parts in place of a span; the rest stays byte for byte as it was. */
    static byte[] spliced(byte[] text, int from, int until, byte[]... parts) {
        int length = text.length - (until - from);
        for (byte[] part : parts) {
            length += part.length;
        }
        byte[] spliced = Arrays.copyOf(text, length);
        int at = from;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, spliced, at, part.length);
            at += part.length;
        }
        System.arraycopy(text, until, spliced, at, text.length - until);
        return spliced;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EditResult edited
                && status == edited.status
                && Arrays.equals(text, edited.text)
                && Arrays.equals(value, edited.value);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(text);
    }
}
