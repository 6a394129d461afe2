package dev.mayfly.face.couchbase.kv;

import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/**
 * A value that carries its extended attributes in front.
 *
 * @param xattrs as {@link DocumentMeta#xattrs}
 * @param body what stands behind them
 */
public record XattrBlob(byte[] xattrs, byte[] body) {
    /*
     * length of all attributes 4 | attributes | body
     *
     * Each attribute is: length of the rest of it 4 | name | 0 | value, which is JSON | 0
     */
    public static XattrBlob read(byte[] value) {
        ByteBuffer rest = ByteBuffer.wrap(value);
        int length = length(rest);
        ByteBuffer attributes = rest.slice(rest.position(), length);
        ObjectNode all = CouchbaseJson.object();
        while (attributes.hasRemaining()) {
            byte[] attribute = new byte[length(attributes)];
            attributes.get(attribute);
            add(all, attribute);
        }
        byte[] body = Arrays.copyOfRange(value, Integer.BYTES + length, value.length);
        return new XattrBlob(all.isEmpty() ? DocumentMeta.NO_XATTRS : CouchbaseJson.bytes(all), body);
    }

    /** Returns the form on the wire; the attributes must be some. */
    public byte[] toBytes() {
        ByteArrayOutputStream attributes = new ByteArrayOutputStream();
        CouchbaseJson.read(xattrs).forEachEntry((name, value) -> {
            byte[] key = name.getBytes(StandardCharsets.UTF_8);
            byte[] text = CouchbaseJson.bytes(value);
            attributes.writeBytes(ByteBuffer.allocate(Integer.BYTES + key.length + text.length + 2)
                    .putInt(key.length + text.length + 2)
                    .put(key)
                    .put((byte) 0)
                    .put(text)
                    .put((byte) 0)
                    .array());
        });
        return ByteBuffer.allocate(Integer.BYTES + attributes.size() + body.length)
                .putInt(attributes.size())
                .put(attributes.toByteArray())
                .put(body)
                .array();
    }

    /** A length that does not exceed what is there. */
    private static int length(ByteBuffer bytes) {
        if (bytes.remaining() < Integer.BYTES) {
            throw malformed();
        }
        int length = bytes.getInt();
        if (length < 0 || length > bytes.remaining()) {
            throw malformed();
        }
        return length;
    }

    private static void add(ObjectNode all, byte[] attribute) {
        int end = 0;
        while (end < attribute.length && attribute[end] != 0) {
            end++;
        }
        boolean isWhole = end > 0 && end + 1 < attribute.length && attribute[attribute.length - 1] == 0;
        if (!isWhole) {
            throw malformed();
        }
        try {
            all.set(
                    new String(attribute, 0, end, StandardCharsets.UTF_8),
                    CouchbaseJson.read(Arrays.copyOfRange(attribute, end + 1, attribute.length - 1)));
        } catch (JacksonException _) {
            throw malformed();
        }
    }

    private static StatusException malformed() {
        return new StatusException(Status.XATTR_EINVAL, "The extended attributes are malformed");
    }
}
