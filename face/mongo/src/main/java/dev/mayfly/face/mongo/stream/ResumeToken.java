package dev.mayfly.face.mongo.stream;

import dev.mayfly.engine.change.ChangePosition;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * A place in a change stream, as clients keep it: hexadecimal digits that sort as the events do.
 *
 * @param kind what stands there
 */
record ResumeToken(ChangePosition position, Kind kind) {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final int FORM = 0x82;
    private static final int BYTES = 14;

    /** In the order in which they stand at one position. */
    enum Kind {
        /** No event: everything before the position was seen. */
        WATERMARK,
        EVENT,
        /** An event after which the stream is invalidated. */
        LAST_EVENT,
        INVALIDATE
    }

    BsonDocument toBson() {
        byte[] bytes = ByteBuffer.allocate(BYTES)
                .put((byte) FORM)
                .putLong(position.time())
                .putInt(position.sequence())
                .put((byte) kind.ordinal())
                .array();
        return new BsonDocument("_data", new BsonString(HEX.formatHex(bytes)));
    }

    static ResumeToken of(BsonDocument token) {
        BsonValue data = token.get("_data");
        if (data == null || !data.isString()) {
            throw new CommandError(
                    MongoCode.TYPE_MISMATCH, "Bad resume token: _data of missing or of wrong type " + token.toJson());
        }
        byte[] bytes = bytes(data.asString().getValue());
        boolean known = bytes.length == BYTES
                && (bytes[0] & 0xff) == FORM
                && bytes[BYTES - 1] >= 0
                && bytes[BYTES - 1] < Kind.values().length;
        if (!known) {
            throw new CommandError(MongoCode.INVALID_RESUME_TOKEN, "Bad resume token: it is not one of this server");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes, 1, BYTES - 1);
        ChangePosition position = new ChangePosition(buffer.getLong(), buffer.getInt());
        return new ResumeToken(position, Kind.values()[buffer.get()]);
    }

    private static byte[] bytes(String hex) {
        try {
            return HEX.parseHex(hex);
        } catch (IllegalArgumentException malformed) {
            throw new CommandError(MongoCode.FAILED_TO_PARSE, "resume token string was not a valid hex string");
        }
    }

    /** Returns the first position after it. */
    ChangePosition next() {
        return kind == Kind.WATERMARK ? position : position.next();
    }
}
