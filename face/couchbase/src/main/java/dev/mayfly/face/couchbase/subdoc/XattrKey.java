package dev.mayfly.face.couchbase.subdoc;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The name of an extended attribute: the first step of a path to one, up to a dot or bracket, which no backtick protects.
 *
 * <p>One that begins with an underscore is the system's, and outlives the document's body; one that begins with a dollar
 * sign is virtual, and only looked at.
 */
final class XattrKey {
    /** The longest name. */
    static final int BYTES_MAX = 15;

    static final int INVALID = -1;

    private XattrKey() {}

    /** Returns the length of the name with which a path begins, or {@link #INVALID}. */
    static int length(byte[] path) {
        int length = 0;
        while (length < path.length && path[length] != '.' && path[length] != '[') {
            length++;
        }
        if (length == 0 || length > BYTES_MAX || !isText(path) || !mayBegin(path[0])) {
            return INVALID;
        }
        return length == 1 && isReserved(path[0]) ? INVALID : length;
    }

    private static boolean isText(byte[] path) {
        for (byte b : path) {
            if (b == 0) {
                return false;
            }
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(path));
            return true;
        } catch (CharacterCodingException _) {
            return false;
        }
    }

    private static boolean mayBegin(byte first) {
        boolean letter = first >= 'a' && first <= 'z' || first >= 'A' && first <= 'Z';
        boolean digit = first >= '0' && first <= '9';
        return first < 0 || letter || digit || first == ' ' || isReserved(first);
    }

    private static boolean isReserved(byte first) {
        return first == '_' || first == '$';
    }

    static boolean isSystem(byte[] path) {
        return path.length > 0 && path[0] == '_';
    }

    static boolean isVirtual(byte[] path) {
        return path.length > 0 && path[0] == '$';
    }
}
