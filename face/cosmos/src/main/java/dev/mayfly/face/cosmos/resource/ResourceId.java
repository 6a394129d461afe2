package dev.mayfly.face.cosmos.resource;

import java.nio.ByteBuffer;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The id that the server gives a resource: base64 in which a slash is a dash.
 *
 * <p>Its bytes are those of the parent with more appended. Four bytes are a database; eight are a container if the
 * fifth byte has its highest bit set, otherwise a user; sixteen are a resource in a container, whose type is the
 * highest four bits of the last byte, or a permission of a user. An offer has three bytes.
 */
public final class ResourceId {
    /** The types of resource in a container. */
    public enum Child {
        ITEM(0),
        CONFLICT(4),
        PARTITION_KEY_RANGE(5),
        USER_DEFINED_FUNCTION(6),
        TRIGGER(7),
        STORED_PROCEDURE(8);

        private final int nibble;

        Child(int nibble) {
            this.nibble = nibble;
        }
    }

    private static final int DATABASE_BYTES = 4;
    private static final int CONTAINER_BYTES = 8;
    private static final int CHILD_BYTES = 16;
    private static final int CONTAINER_BIT = 0x8000_0000;
    private static final int CHILD_SHIFT = 60;

    private ResourceId() {}

    public static byte[] database(int number) {
        return ByteBuffer.allocate(DATABASE_BYTES).putInt(number).array();
    }

    public static byte[] container(byte[] database, int number) {
        return below(database, CONTAINER_BYTES).putInt(number | CONTAINER_BIT).array();
    }

    public static byte[] user(byte[] database, int number) {
        return below(database, CONTAINER_BYTES).putInt(number & ~CONTAINER_BIT).array();
    }

    public static byte[] permission(byte[] user, long number) {
        return below(user, CHILD_BYTES).putLong(number).array();
    }

    /** @param number at least 0, below 2^60 */
    public static byte[] child(byte[] container, Child type, long number) {
        long typed = Long.reverseBytes(number | (long) type.nibble << CHILD_SHIFT);
        return below(container, CHILD_BYTES).putLong(typed).array();
    }

    public static byte[] offer(int number) {
        return new byte[] {(byte) number, (byte) (number >> 8), (byte) (number >> 16)};
    }

    private static ByteBuffer below(byte[] parent, int length) {
        return ByteBuffer.allocate(length).put(parent);
    }

    public static String text(byte[] id) {
        return Base64.getEncoder().encodeToString(id).replace('/', '-');
    }

    /** The bytes behind a text, or null when it is none. */
    public static byte @Nullable [] bytes(String text) {
        try {
            return Base64.getDecoder().decode(text.replace('-', '/'));
        } catch (IllegalArgumentException _) {
            return null;
        }
    }
}
