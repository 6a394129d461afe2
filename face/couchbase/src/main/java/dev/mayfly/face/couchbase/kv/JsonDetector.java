package dev.mayfly.face.couchbase.kv;

import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.base.document.MalformedDocumentException;

/** Tells whether a value is JSON. The client's own claim is not trusted. */
public final class JsonDetector {
    private JsonDetector() {}

    /** Returns the datatype of a value without extended attributes. An empty value is not JSON. */
    public static int datatypeOf(byte[] body) {
        return isJson(body) ? DocumentMeta.JSON : 0;
    }

    private static boolean isJson(byte[] body) {
        int at = 0;
        while (at < body.length && isSpace(body[at])) {
            at++;
        }
        if (at == body.length || !begins(body[at])) {
            return false;
        }
        try {
            JsonValidator.validate(body, at, body.length - at, JsonValidator.DEPTH_MAX);
            return true;
        } catch (MalformedDocumentException _) {
            return false;
        }
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    /** Returns whether JSON can begin so; most values that are not JSON show it at once. */
    private static boolean begins(byte b) {
        return switch (b) {
            case '{', '[', '"', '-', 't', 'f', 'n' -> true;
            default -> b >= '0' && b <= '9';
        };
    }
}
