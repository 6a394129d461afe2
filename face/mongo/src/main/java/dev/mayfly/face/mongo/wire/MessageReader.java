package dev.mayfly.face.mongo.wire;

import dev.mayfly.base.document.BsonValidator;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.face.mongo.wire.WireMessage.DocumentSequence;
import dev.mayfly.face.transport.connection.FrameRefusedException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** Reads one message out of one frame. Used once. */
public final class MessageReader {
    /** A body holds documents inside arrays of statements, so it may be that much deeper than a document. */
    private static final int BODY_DEPTH_MAX = BsonValidator.DEPTH_MAX + 3;

    private static final int CHECKSUM_PRESENT = 1;
    private static final int MORE_TO_COME = 1 << 1;
    private static final int REQUIRED_FLAGS = 0xFFFF;
    private static final int CHECKSUM_BYTES = 4;
    private static final int DOCUMENT_LEAST = 5;
    private static final int COMPRESSED_HEADER_BYTES = 9;
    /** A message that unpacks to more than this times its size is a bomb. */
    private static final int RATIO_MAX = 1_000;

    private byte[] frame;
    private int at = Header.BYTES;
    private int end;
    private Compressor compressor = Compressor.NONE;

    private MessageReader(byte[] frame) {
        this.frame = frame;
        this.end = frame.length;
    }

    /**
     * Reads a frame whose length and op code {@link MongoFramer} has accepted.
     *
     * @throws FrameRefusedException if it is not shaped like a message
     * @throws InvalidMessageException if it is, but holds something other than BSON
     */
    public static WireMessage read(byte[] frame) {
        return read(frame, MongoFramer.MESSAGE_BYTES_MAX);
    }

    /** As {@link #read(byte[])}, but refuses to unpack to more than the given number of bytes. */
    public static WireMessage read(byte[] frame, int unpackedBytesMax) {
        if (frame.length < Header.BYTES) {
            throw new FrameRefusedException("the message is shorter than its header");
        }
        return new MessageReader(frame).message(unpackedBytesMax);
    }

    /** Returns whether reading this frame costs much more than its length suggests. */
    public static boolean isCompressed(byte[] frame) {
        return LittleEndian.intAt(frame, 12) == OpCode.COMPRESSED;
    }

    private WireMessage message(int unpackedBytesMax) {
        Header header = Header.read(frame);
        if (header.opCode() == OpCode.COMPRESSED) {
            header = unpack(header, unpackedBytesMax);
        }
        return switch (header.opCode()) {
            case OpCode.MSG -> msg(header);
            case OpCode.QUERY -> query(header);
            default -> throw new FrameRefusedException("the op code is not one of ours");
        };
    }

    /** Replaces the frame by the one that was packed into it. */
    private Header unpack(Header outer, int unpackedBytesMax) {
        if (end - at < COMPRESSED_HEADER_BYTES) {
            throw new FrameRefusedException("the packed message is too short");
        }
        Header inner = new Header(outer.requestId(), outer.responseTo(), LittleEndian.intAt(frame, at));
        long size = LittleEndian.intAt(frame, at + 4);
        Compressor packed = Compressor.of(frame[at + 8]);
        int offset = at + COMPRESSED_HEADER_BYTES;
        int length = end - offset;
        if (packed == null || size < 0 || size + Header.BYTES > unpackedBytesMax || size > (long) length * RATIO_MAX) {
            throw new FrameRefusedException("the packed message claims what cannot be");
        }
        byte[] body = new byte[(int) size];
        packed.unpack(frame, offset, length, body);
        byte[] whole = new byte[Header.BYTES + body.length];
        System.arraycopy(body, 0, whole, Header.BYTES, body.length);
        inner.write(whole, whole.length);
        frame = whole;
        at = Header.BYTES;
        end = whole.length;
        compressor = packed;
        return inner;
    }

    private WireMessage msg(Header header) {
        int flags = int32();
        if ((flags & REQUIRED_FLAGS & ~(CHECKSUM_PRESENT | MORE_TO_COME)) != 0) {
            throw new FrameRefusedException("the message has unknown flags");
        }
        boolean hasChecksum = (flags & CHECKSUM_PRESENT) != 0;
        if (hasChecksum) {
            checkSum();
        }
        boolean moreToCome = (flags & MORE_TO_COME) != 0;
        WireForm form = new WireForm(header.requestId(), false, "", compressor, hasChecksum);
        try {
            return sections(form, moreToCome);
        } catch (MalformedDocumentException e) {
            throw new InvalidMessageException(form, !moreToCome, e);
        }
    }

    private void checkSum() {
        if (end - at < CHECKSUM_BYTES) {
            throw new FrameRefusedException("the message is too short for its checksum");
        }
        end -= CHECKSUM_BYTES;
        CRC32C sum = new CRC32C();
        sum.update(frame, 0, end);
        if ((int) sum.getValue() != LittleEndian.intAt(frame, end)) {
            throw new FrameRefusedException("the checksum of the message is wrong");
        }
    }

    private WireMessage sections(WireForm form, boolean moreToCome) {
        BsonView body = null;
        List<DocumentSequence> sequences = List.of();
        while (at < end) {
            switch (frame[at++]) {
                case 0 -> {
                    if (body != null) {
                        throw new FrameRefusedException("the message has two bodies");
                    }
                    body = document(end, BODY_DEPTH_MAX);
                }
                case 1 -> sequences = with(sequences, sequence());
                default -> throw new FrameRefusedException("the message has a section of unknown kind");
            }
        }
        if (body == null) {
            throw new FrameRefusedException("the message has no body");
        }
        return new WireMessage(form, moreToCome, body, sequences);
    }

    private static List<DocumentSequence> with(List<DocumentSequence> sequences, DocumentSequence added) {
        // Commands have one or two; a message full of empty ones is no command.
        if (sequences.isEmpty()) {
            return List.of(added);
        }
        if (sequences.size() >= 8
                || sequences.stream().anyMatch(one -> one.name().equals(added.name()))) {
            throw new FrameRefusedException("the message has too many document sequences");
        }
        List<DocumentSequence> more = new ArrayList<>(sequences);
        more.add(added);
        return more;
    }

    private DocumentSequence sequence() {
        int start = at;
        long size = int32();
        if (size < CHECKSUM_BYTES || start + size > end) {
            throw new FrameRefusedException("the length of a document sequence is out of range");
        }
        int sequenceEnd = (int) (start + size);
        String name = cstring(sequenceEnd);
        List<BsonView> documents = new ArrayList<>();
        while (at < sequenceEnd) {
            documents.add(document(sequenceEnd, BsonValidator.DEPTH_MAX));
        }
        return new DocumentSequence(name, documents);
    }

    private WireMessage query(Header header) {
        int32();
        String collection = cstring(end);
        int32();
        int32();
        int dot = collection.indexOf('.');
        if (dot <= 0 || !collection.endsWith(".$cmd") || dot != collection.length() - ".$cmd".length()) {
            throw new FrameRefusedException("queries are served for commands alone");
        }
        WireForm form = new WireForm(header.requestId(), true, collection.substring(0, dot), compressor, false);
        try {
            BsonView body = document(end, BODY_DEPTH_MAX);
            if (at < end) {
                document(end, BODY_DEPTH_MAX);
            }
            if (at != end) {
                throw new FrameRefusedException("the query is followed by something");
            }
            return new WireMessage(form, false, unwrapped(body), List.of());
        } catch (MalformedDocumentException e) {
            throw new InvalidMessageException(form, true, e);
        }
    }

    /** Some drivers put the command next to a read preference. */
    private static BsonView unwrapped(BsonView body) {
        BsonView inner = body.field("$query");
        BsonView wrapped = inner == null ? body.field("query") : inner;
        return wrapped != null && wrapped.bsonType() == body.bsonType() ? wrapped : body;
    }

    private BsonView document(int limit, int depthMax) {
        if (limit - at < DOCUMENT_LEAST) {
            throw new FrameRefusedException("a document is cut off");
        }
        long size = LittleEndian.intAt(frame, at);
        if (size < DOCUMENT_LEAST || at + size > limit) {
            throw new FrameRefusedException("the length of a document is out of range");
        }
        BsonValidator.validate(frame, at, (int) size, depthMax);
        BsonView view = BsonView.of(frame, at);
        at += (int) size;
        return view;
    }

    private int int32() {
        if (end - at < 4) {
            throw new FrameRefusedException("the message is cut off");
        }
        int value = LittleEndian.intAt(frame, at);
        at += 4;
        return value;
    }

    private String cstring(int limit) {
        int start = at;
        while (at < limit && frame[at] != 0) {
            at++;
        }
        if (at >= limit) {
            throw new FrameRefusedException("a name is cut off");
        }
        return new String(frame, start, at++ - start, StandardCharsets.UTF_8);
    }
}
