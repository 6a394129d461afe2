package dev.mayfly.face.cosmos.query;

import dev.mayfly.face.cosmos.error.CosmosException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The start of the next page of a query. Holds the complete state, so it is valid across a restart.
 *
 * @param query stands for the query, its parameters and its partition
 * @param order in which the items come, see {@link Plan#order}
 * @param after the position after which it continues, or null from the start
 * @param cut a hash of the whole position if it is too long and only its beginning is kept; else 0
 * @param item stands for the item that comes next, some of whose rows were given already; 0 for none
 * @param rows the number of those rows
 * @param skip the number of rows OFFSET still has to skip
 * @param limit the number of rows that may still be given, or -1
 */
record PageToken(
        long query, String order, byte @Nullable [] after, long cut, long item, long rows, long skip, long limit) {
    private static final byte VERSION = 1;
    private static final int HEAD_BYTES = 1 + 6 * Long.BYTES + 2;

    /** The first page of a query. */
    static PageToken start(long query) {
        return new PageToken(query, "", null, 0, 0, 0, -1, -1);
    }

    /** Returns text of at most {@code charactersMax} characters, if at least its beginning fits. */
    String text(int charactersMax) {
        int room = charactersMax / 4 * 3 - HEAD_BYTES - order.length();
        if (after == null || after.length <= room) {
            return text();
        }
        byte[] beginning = Arrays.copyOf(after, Math.max(0, room));
        return new PageToken(query, order, beginning, stamp(after) | 1, item, rows, skip, limit).text();
    }

    /** Returns true if this is the position of which only the beginning was kept. */
    boolean isCutFrom(byte[] position) {
        return isWithinCut(position) && (stamp(position) | 1) == cut;
    }

    /** Returns true if a position begins as the cut one does. */
    boolean isWithinCut(byte[] position) {
        return after != null
                && position.length >= after.length
                && Arrays.equals(position, 0, after.length, after, 0, after.length);
    }

    private String text() {
        byte[] word = order.getBytes(StandardCharsets.US_ASCII);
        byte[] position = after == null ? new byte[0] : after;
        ByteBuffer out = ByteBuffer.allocate(HEAD_BYTES + word.length + position.length);
        out.put(VERSION)
                .putLong(query)
                .putLong(cut)
                .putLong(item)
                .putLong(rows)
                .putLong(skip)
                .putLong(limit);
        out.put((byte) word.length)
                .put(word)
                .put((byte) (after == null ? 0 : 1))
                .put(position);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(out.array());
    }

    /**
     * Parses a token that a client has sent back.
     *
     * @throws CosmosException with 400 if it is invalid, or of another query
     */
    static PageToken parse(String text, long query) {
        try {
            ByteBuffer in = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text.strip()));
            if (in.get() != VERSION || in.getLong() != query) {
                throw malformed();
            }
            long cut = in.getLong();
            long item = in.getLong();
            long rows = in.getLong();
            long skip = in.getLong();
            long limit = in.getLong();
            byte[] word = new byte[Byte.toUnsignedInt(in.get())];
            in.get(word);
            boolean isBehind = in.get() == 1;
            byte[] position = new byte[in.remaining()];
            in.get(position);
            if (rows < 0 || skip < 0 || limit < -1) {
                throw malformed();
            }
            String order = new String(word, StandardCharsets.US_ASCII);
            return new PageToken(query, order, isBehind ? position : null, cut, item, rows, skip, limit);
        } catch (IllegalArgumentException | BufferUnderflowException _) {
            throw malformed();
        }
    }

    static CosmosException malformed() {
        return CosmosException.badRequest("Invalid Continuation Token");
    }

    /** A number that stands for bytes, so that it is noticed when they are others (FNV-1a, 64 bits). */
    static long stamp(byte[]... parts) {
        long hash = 0xcbf29ce484222325L;
        for (byte[] part : parts) {
            for (byte b : part) {
                hash = (hash ^ (b & 0xFF)) * 0x100000001b3L;
            }
            hash = (hash ^ 0x100) * 0x100000001b3L;
        }
        return hash;
    }
}
