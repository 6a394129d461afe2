package dev.mayfly.face.cosmos.resource;

import dev.mayfly.engine.read.Document;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The {@code _rid} of an item: its container's eight bytes and its number there, little endian, in base64 with a minus
 * for the slash. The highest four bits of the number are zero, which says that it is an item.
 */
public final class ItemRid {
    /** The number of its characters. */
    static final int LENGTH = 24;

    private static final VarHandle BIG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final byte[] ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-".getBytes(StandardCharsets.US_ASCII);

    private ItemRid() {}

    /** Writes the characters. */
    static void write(byte[] container, long number, byte[] out, int at) {
        int next = at;
        int bits = 0;
        for (int index = 0; index < 16; index++) {
            bits = bits << 8 | byteAt(container, number, index);
            if (index % 3 == 2) {
                out[next++] = ALPHABET[bits >> 18 & 0x3F];
                out[next++] = ALPHABET[bits >> 12 & 0x3F];
                out[next++] = ALPHABET[bits >> 6 & 0x3F];
                out[next++] = ALPHABET[bits & 0x3F];
                bits = 0;
            }
        }
        out[next++] = ALPHABET[bits >> 2 & 0x3F];
        out[next++] = ALPHABET[bits << 4 & 0x3F];
        out[next++] = '=';
        out[next] = '=';
    }

    private static int byteAt(byte[] container, long number, int index) {
        return index < 8 ? container[index] & 0xFF : (int) (number >>> 8 * (index - 8)) & 0xFF;
    }

    /** The number of the item with this rid, or -1 when it is none of an item. */
    public static long number(String rid) {
        if (rid.length() != LENGTH) {
            return -1;
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(rid.replace('-', '/'));
            return bytes.length == 16 ? Long.reverseBytes((long) BIG.get(bytes, 8)) : -1;
        } catch (IllegalArgumentException _) {
            return -1;
        }
    }

    /** The number with which an item is stamped. */
    public static long number(Document item) {
        return (long) BIG.get(item.face(), 0);
    }

    /** Returns the stamp of an item: its number, so that stamps sort as items were created. */
    public static byte[] stamp(long number) {
        byte[] face = new byte[8];
        BIG.set(face, 0, number);
        return face;
    }
}
