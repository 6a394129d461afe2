package dev.mayfly.face.mongo.wire;

import dev.mayfly.base.document.BsonView;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.bson.BsonDocument;

/** The answer to one command: a finished document, still without a frame around it. Framed once. */
public final class Reply {
    private static final int QUERY_REPLY_OVERHEAD = Header.BYTES + 20;
    private static final int PACKED_OVERHEAD = Header.BYTES + 9;
    private static final int CHECKSUM_PRESENT = 1;
    private static final int AWAIT_CAPABLE = 8;

    private final BsonBuilder document;
    private final boolean isOk;

    private Reply(BsonBuilder document, boolean isOk) {
        document.finishInPlace();
        this.document = document;
        this.isOk = isOk;
    }

    /** Ends the document with {@code ok: 1}. */
    public static Reply ok(BsonBuilder body) {
        return new Reply(body.real("ok", 1.0), true);
    }

    public static Reply ok() {
        return ok(new BsonBuilder());
    }

    public static Reply ok(BsonDocument fields) {
        return ok(new BsonBuilder().all(fields));
    }

    /** An answer whose {@code ok} says that the command failed; the document is taken as it is. */
    public static Reply failed(BsonBuilder body) {
        return new Reply(body, false);
    }

    public boolean isOk() {
        return isOk;
    }

    /** Adds further fields after the existing ones. */
    public Reply adding(Consumer<BsonBuilder> fields) {
        document.reopen();
        fields.accept(document);
        document.finishInPlace();
        return this;
    }

    /** The document where it lies. */
    public BsonView view() {
        return BsonView.of(document.bytes(), BsonBuilder.ROOT);
    }

    /** A copy of the document. */
    public byte[] body() {
        return Arrays.copyOfRange(document.bytes(), BsonBuilder.ROOT, document.endOffset());
    }

    /**
     * The whole message.
     *
     * @param mayCompress false for answers that hold secrets, whose length must tell nothing
     */
    public ByteBuf frame(WireForm form, int id, boolean mayCompress) {
        if (form.compressor() != Compressor.NONE && mayCompress) {
            return Unpooled.wrappedBuffer(packed(form, id));
        }
        return form.isQuery() ? Unpooled.wrappedBuffer(queryReply(form, id)) : msg(form, id);
    }

    /** Flags and the kind of the only section before the document, perhaps a checksum behind it. */
    private ByteBuf msg(WireForm form, int id) {
        byte[] bytes = document.bytes();
        int end = document.endOffset();
        int length = form.hasChecksum() ? end + BsonBuilder.TAIL : end;
        new Header(id, form.requestId(), OpCode.MSG).write(bytes, length);
        LittleEndian.putInt(bytes, Header.BYTES, form.hasChecksum() ? CHECKSUM_PRESENT : 0);
        if (form.hasChecksum()) {
            CRC32C sum = new CRC32C();
            sum.update(bytes, 0, end);
            LittleEndian.putInt(bytes, end, (int) sum.getValue());
        }
        return Unpooled.wrappedBuffer(bytes, 0, length);
    }

    /** Flags, a cursor id and a position of no meaning, and the number of documents: one. */
    private byte[] queryReply(WireForm form, int id) {
        int length = document.endOffset() - BsonBuilder.ROOT;
        byte[] frame = new byte[QUERY_REPLY_OVERHEAD + length];
        new Header(id, form.requestId(), OpCode.REPLY).write(frame, frame.length);
        LittleEndian.putInt(frame, Header.BYTES, AWAIT_CAPABLE);
        LittleEndian.putInt(frame, Header.BYTES + 16, 1);
        System.arraycopy(document.bytes(), BsonBuilder.ROOT, frame, QUERY_REPLY_OVERHEAD, length);
        return frame;
    }

    private byte[] packed(WireForm form, int id) {
        ByteBuf plain = form.isQuery() ? Unpooled.wrappedBuffer(queryReply(form, id)) : msg(form, id);
        byte[] bytes = plain.array();
        int length = plain.readableBytes() - Header.BYTES;
        byte[] packed = form.compressor().pack(bytes, Header.BYTES, length);
        byte[] frame = new byte[PACKED_OVERHEAD + packed.length];
        new Header(id, form.requestId(), OpCode.COMPRESSED).write(frame, frame.length);
        LittleEndian.putInt(frame, Header.BYTES, form.isQuery() ? OpCode.REPLY : OpCode.MSG);
        LittleEndian.putInt(frame, Header.BYTES + 4, length);
        frame[Header.BYTES + 8] = (byte) form.compressor().id();
        System.arraycopy(packed, 0, frame, PACKED_OVERHEAD, packed.length);
        return frame;
    }
}
