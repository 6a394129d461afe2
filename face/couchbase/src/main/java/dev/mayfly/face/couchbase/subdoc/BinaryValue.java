package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.face.couchbase.wire.Status;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Bytes as the value of an attribute: a marked JSON string in base 64. */
final class BinaryValue {
    private static final String PREFIX = "\"cb-content-base64-encoded:";

    private BinaryValue() {}

    static byte[] encoded(byte[] value) {
        return NewValue.ascii(PREFIX + Base64.getEncoder().encodeToString(value) + "\"");
    }

    /** Decodes the answer if it was {@link #encoded}; another answer is left as it is, another value refused. */
    static SubdocAnswer decoded(SubdocAnswer answer) {
        byte[] value = answer.value();
        if (!answer.isSuccess() || value == null) {
            return answer;
        }
        String text = new String(value, StandardCharsets.UTF_8);
        if (!text.startsWith(PREFIX) || !text.endsWith("\"")) {
            return new SubdocAnswer(Status.SUBDOC_FIELD_NOT_BINARY_VALUE, null);
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(text.substring(PREFIX.length(), text.length() - 1));
            return new SubdocAnswer(Status.SUCCESS, bytes);
        } catch (IllegalArgumentException _) {
            return new SubdocAnswer(Status.SUBDOC_FIELD_NOT_BINARY_VALUE, null);
        }
    }
}
