package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.base.document.JsonText;
import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.face.couchbase.wire.Status;
import java.nio.charset.StandardCharsets;

/** Judges text that a client wants to stand in a document. */
final class NewValue {
    private static final byte[] OPEN = {'['};
    private static final byte[] CLOSE = {']'};

    private NewValue() {}

    /** One value, to stand at this level. */
    static Status member(byte[] value, int level) {
        Status status = json(value);
        return status == Status.SUCCESS ? depth(wrapped(value), level) : status;
    }

    /** One value or several with commas between them, to stand at this level. */
    static Status elements(byte[] value, int level) {
        byte[] wrapped = wrapped(value);
        Status status = json(wrapped);
        if (status == Status.SUCCESS && wrapped[JsonText.skipSpace(wrapped, 1)] == ']') {
            return Status.SUBDOC_VALUE_CANTINSERT;
        }
        return status == Status.SUCCESS ? depth(wrapped, level) : status;
    }

    /** One value that contains no other. */
    static Status primitive(byte[] value, int level) {
        Status status = member(value, level);
        if (status != Status.SUCCESS) {
            return status;
        }
        byte first = value[JsonText.skipSpace(value, 0)];
        return first == '{' || first == '[' ? Status.SUBDOC_VALUE_CANTINSERT : Status.SUCCESS;
    }

    private static byte[] wrapped(byte[] value) {
        return EditResult.spliced(value, 0, value.length, OPEN, value, CLOSE);
    }

    private static Status json(byte[] text) {
        try {
            JsonValidator.validate(text, 0, text.length, JsonValidator.DEPTH_MAX);
            return Status.SUCCESS;
        } catch (MalformedDocumentException malformed) {
            return malformed.fault() == MalformedDocumentException.Fault.TOO_DEEP
                    ? Status.SUBDOC_VALUE_ETOODEEP
                    : Status.SUBDOC_VALUE_CANTINSERT;
        }
    }

    private static Status depth(byte[] wrapped, int level) {
        boolean deep = JsonSpans.valueEnd(wrapped, 0, level - 1) == JsonSpans.TOO_DEEP;
        return deep ? Status.SUBDOC_VALUE_ETOODEEP : Status.SUCCESS;
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
