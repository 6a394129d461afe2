package dev.mayfly.face.mongo.stream;

import dev.mayfly.engine.change.ChangePosition;
import dev.mayfly.engine.change.ChangeProgress;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * A place in a change stream, as clients keep it: hexadecimal digits that sort as the events do.
 *
 * @param kind what stands there
 * @param progress how far the stream has come, with what stands there
 */
record ResumeToken(ChangePosition position, Kind kind, ChangeProgress progress) {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final int FORM = 0x82;
    private static final int BYTES = 14;
    private static final int SHARD_BYTES = Integer.BYTES + Long.BYTES;
    private static final int SHARDS_MAX = 100_000;

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
        boolean isPlain = progress.isPlain() && progress.since() == position.time();
        int more = isPlain ? 0 : Long.BYTES + progress.shards().size() * SHARD_BYTES;
        ByteBuffer bytes = ByteBuffer.allocate(BYTES + more)
                .put((byte) FORM)
                .putLong(position.time())
                .putInt(position.sequence())
                .put((byte) kind.ordinal());
        if (!isPlain) {
            bytes.putLong(progress.since());
            new TreeMap<>(progress.shards())
                    .forEach((shard, time) -> bytes.putInt(shard).putLong(time));
        }
        return new BsonDocument("_data", new BsonString(HEX.formatHex(bytes.array())));
    }

    static ResumeToken of(BsonDocument token) {
        BsonValue data = token.get("_data");
        if (data == null || !data.isString()) {
            throw new CommandError(
                    MongoCode.TYPE_MISMATCH, "Bad resume token: _data of missing or of wrong type " + token.toJson());
        }
        byte[] bytes = bytes(data.asString().getValue());
        int more = bytes.length - BYTES - Long.BYTES;
        boolean isWhole =
                bytes.length == BYTES || (more >= 0 && more % SHARD_BYTES == 0 && more / SHARD_BYTES <= SHARDS_MAX);
        boolean known = isWhole
                && (bytes[0] & 0xff) == FORM
                && bytes[BYTES - 1] >= 0
                && bytes[BYTES - 1] < Kind.values().length;
        if (!known) {
            throw new CommandError(MongoCode.INVALID_RESUME_TOKEN, "Bad resume token: it is not one of this server");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes, 1, bytes.length - 1);
        ChangePosition position = new ChangePosition(buffer.getLong(), buffer.getInt());
        Kind kind = Kind.values()[buffer.get()];
        if (!buffer.hasRemaining()) {
            return new ResumeToken(position, kind, ChangeProgress.at(position));
        }
        long since = buffer.getLong();
        Map<Integer, Long> shards = new HashMap<>();
        while (buffer.hasRemaining()) {
            shards.put(buffer.getInt(), buffer.getLong());
        }
        return new ResumeToken(position, kind, new ChangeProgress(position, since, shards));
    }

    private static byte[] bytes(String hex) {
        try {
            return HEX.parseHex(hex);
        } catch (IllegalArgumentException malformed) {
            throw new CommandError(MongoCode.FAILED_TO_PARSE, "resume token string was not a valid hex string");
        }
    }

    /** Returns from where a stream goes on behind it. */
    ChangeProgress next() {
        ChangePosition next = kind == Kind.WATERMARK ? position : position.next();
        return new ChangeProgress(next, progress.since(), progress.shards());
    }

    /** Returns from where a stream goes on that begins with it. */
    ChangeProgress again() {
        return progress.before(position);
    }
}
