package dev.mayfly.face.couchbase.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * A message of a DCP producer: a request of the server, laid out as those of clients are.
 *
 * @param stream its name, or 0 for one without
 */
public record DcpFrame(
        Opcode opcode,
        int vBucket,
        int opaque,
        int stream,
        long cas,
        int datatype,
        byte[] extras,
        byte[] key,
        byte[] value) {
    private static final byte[] NOTHING = new byte[0];

    /** Frame info 2 of two bytes: the name of a stream. */
    private static final int STREAM_INFO = 0x22;

    private static final int STREAM_INFO_BYTES = 3;

    /** A message that has extras alone. */
    public static DcpFrame of(Opcode opcode, int vBucket, int opaque, int stream, byte[] extras) {
        return new DcpFrame(opcode, vBucket, opaque, stream, 0, Datatype.RAW, extras, NOTHING, NOTHING);
    }

    private int framing() {
        return stream == 0 ? 0 : STREAM_INFO_BYTES;
    }

    public int bytes() {
        return Header.BYTES + framing() + extras.length + key.length + value.length;
    }

    public ByteBuf encode() {
        ByteBuf bytes = Unpooled.buffer(bytes());
        if (stream == 0) {
            bytes.writeByte(Magic.REQUEST).writeByte(opcode.code()).writeShort(key.length);
        } else {
            bytes.writeByte(Magic.FLEXIBLE_REQUEST).writeByte(opcode.code());
            bytes.writeByte(STREAM_INFO_BYTES).writeByte(key.length);
        }
        bytes.writeByte(extras.length).writeByte(datatype).writeShort(vBucket);
        bytes.writeInt(bytes() - Header.BYTES).writeInt(opaque).writeLong(cas);
        if (stream != 0) {
            bytes.writeByte(STREAM_INFO).writeShort(stream);
        }
        return bytes.writeBytes(extras).writeBytes(key).writeBytes(value);
    }
}
