package dev.mayfly.face.cosmos.resource;

import dev.mayfly.base.document.JsonFields;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The properties that the server gives an item: put behind its own on the way out, taken off on the way in.
 *
 * <p>On the path of every read, hence plain: one array an answer.
 */
public final class SystemProperties {
    /** More than they take together. */
    public static final int BYTES_MAX = 512;

    private static final byte[] RID = bytes("\"_rid\":\"");
    private static final byte[] SELF = bytes("\",\"_self\":\"");
    private static final byte[] DOCS = bytes("docs/");
    private static final byte[] ETAG = bytes("/\",\"_etag\":\"\\\"");
    private static final byte[] REST = bytes("\\\"\",\"_attachments\":\"attachments/\",\"_ts\":");
    private static final byte[] LSN = bytes(",\"_lsn\":");

    private final byte[] container;
    private final byte[] containerLink;

    /**
     * The properties of the items of one container.
     *
     * @param rid the container's eight bytes
     * @param link the container's {@code _self}, with the slash at its end
     */
    public SystemProperties(byte[] rid, String link) {
        this.container = rid.clone();
        this.containerLink = bytes(link);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static boolean isNamedByOne(JsonFields member) {
        return member.isNamed("_rid")
                || member.isNamed("_self")
                || member.isNamed("_etag")
                || member.isNamed("_attachments")
                || member.isNamed("_ts")
                || member.isNamed("_lsn");
    }

    /** Returns true if a property of this name at the root of an item is the server's. */
    public static boolean isOne(String name) {
        return switch (name) {
            case "_rid", "_self", "_etag", "_attachments", "_ts", "_lsn" -> true;
            default -> false;
        };
    }

    /** The {@code _rid} of an item by its number in the container. */
    public String rid(long number) {
        byte[] rid = new byte[ItemRid.LENGTH];
        ItemRid.write(container, number, rid, 0);
        return new String(rid, StandardCharsets.US_ASCII);
    }

    /** An item as a client sees it. */
    public byte[] append(byte[] body, int offset, int length, long number, long version, long modified) {
        return append(body, offset, length, number, version, modified, false);
    }

    /** The same with {@code _lsn}, as it stands in a change feed. */
    public byte[] appendWithLsn(byte[] body, int offset, int length, long number, long version, long modified) {
        return append(body, offset, length, number, version, modified, true);
    }

    private byte[] append(
            byte[] body, int offset, int length, long number, long version, long modified, boolean hasLsn) {
        byte[] out = new byte[length + BYTES_MAX];
        System.arraycopy(body, offset, out, 0, length - 1);
        int at = length - 1;
        if (!isEmpty(body, offset, length)) {
            out[at++] = ',';
        }
        at = put(out, at, RID);
        int rid = at;
        ItemRid.write(container, number, out, at);
        at = put(out, at + ItemRid.LENGTH, SELF);
        at = put(out, at, containerLink);
        at = put(out, at, DOCS);
        System.arraycopy(out, rid, out, at, ItemRid.LENGTH);
        at = put(out, at + ItemRid.LENGTH, ETAG);
        at = putEtag(out, at, version);
        at = put(out, at, REST);
        at = putDigits(out, at, Math.floorDiv(modified, 1000L));
        if (hasLsn) {
            at = putDigits(out, put(out, at, LSN), version);
        }
        out[at++] = '}';
        return Arrays.copyOf(out, at);
    }

    private static boolean isEmpty(byte[] body, int offset, int length) {
        int at = offset + length - 2;
        while (body[at] <= ' ' && body[at] >= 0) {
            at--;
        }
        return at == offset;
    }

    private static int put(byte[] out, int at, byte[] bytes) {
        System.arraycopy(bytes, 0, out, at, bytes.length);
        return at + bytes.length;
    }

    private static int putEtag(byte[] out, int at, long version) {
        String etag = Etag.of(version);
        int next = at;
        for (int index = 1; index < etag.length() - 1; index++) {
            out[next++] = (byte) etag.charAt(index);
        }
        return next;
    }

    private static int putDigits(byte[] out, int at, long value) {
        String digits = Long.toString(value);
        for (int index = 0; index < digits.length(); index++) {
            out[at + index] = (byte) digits.charAt(index);
        }
        return at + digits.length();
    }
}
