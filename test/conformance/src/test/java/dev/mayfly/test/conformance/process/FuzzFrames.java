package dev.mayfly.test.conformance.process;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.zip.Deflater;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBinaryWriter;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.bson.types.Decimal128;

/** Frames that no driver sends: true commands with something wrong in them, and noise. */
final class FuzzFrames {
    private static final int HEADER_BYTES = 16;
    private static final int OP_QUERY = 2004;
    private static final int OP_COMPRESSED = 2012;
    private static final int OP_MSG = 2013;
    private static final int ZLIB = 2;

    private static final List<String> COMMANDS = List.of(
            "{hello: 1}",
            "{isMaster: 1, client: {driver: {name: 'x', version: '1'}}, compression: ['zlib']}",
            "{ping: 1}",
            "{buildInfo: 1}",
            "{connectionStatus: 1, showPrivileges: true}",
            "{getLog: 'global'}",
            "{getParameter: 1, ttlMonitorSleepSecs: 1}",
            "{serverStatus: 1}",
            "{currentOp: 1}",
            "{top: 1}",
            "{listDatabases: 1, nameOnly: true, filter: {name: /a/}}",
            "{listCollections: 1, filter: {name: 'a'}}",
            "{listIndexes: 'a'}",
            "{create: 'a', validator: {n: {$gt: 0}}}",
            "{createIndexes: 'a', indexes: [{key: {n: 1}, name: 'n_1', expireAfterSeconds: 60, sparse: true}]}",
            "{createIndexes: 'a', indexes: [{key: {'$**': 1}, name: 'all'}]}",
            "{collMod: 'a', index: {keyPattern: {n: 1}, expireAfterSeconds: 90}}",
            "{dropIndexes: 'a', index: 'n_1'}",
            "{insert: 'a', documents: [{_id: 1, n: 1, s: 'x', l: [1, {m: 2}]}, {n: 2}], ordered: false}",
            "{update: 'a', updates: [{q: {n: 1}, u: {$set: {'l.0': 2}, $inc: {n: 1}}, upsert: true, multi: false}]}",
            "{update: 'a', updates: [{q: {}, u: [{$set: {m: {$add: ['$n', 1]}}}], multi: true}]}",
            "{update: 'a', updates: [{q: {}, u: {$push: {l: {$each: [1], $sort: 1, $slice: 5}}}}]}",
            "{findAndModify: 'a', query: {n: {$gte: 1}}, update: {$unset: {s: ''}}, new: true, sort: {n: -1}}",
            "{find: 'a', filter: {n: {$in: [1, 2]}, s: {$regex: '^x', $options: 'i'}}, sort: {n: 1}, limit: 5}",
            "{find: 'a', filter: {$or: [{l: {$elemMatch: {m: 2}}}, {$expr: {$gt: ['$n', 1]}}]}, projection: {l: 1}}",
            "{find: 'a', filter: {n: {$type: 'int'}, l: {$size: 2}}, hint: {n: 1}, collation: {locale: 'en'}}",
            "{getMore: {$numberLong: '1'}, collection: 'a', batchSize: 2}",
            "{killCursors: 'a', cursors: [{$numberLong: '1'}]}",
            "{count: 'a', query: {n: {$mod: [2, 0]}}, skip: 1}",
            "{distinct: 'a', key: 'l.m', query: {}}",
            "{aggregate: 'a', pipeline: [{$match: {n: 1}}, {$group: {_id: '$s', t: {$sum: '$n'}}}], cursor: {}}",
            "{aggregate: 'a', pipeline: [{$unwind: '$l'}, {$sort: {l: 1}}, {$limit: 3}], cursor: {batchSize: 1}}",
            "{aggregate: 'a', pipeline: [{$lookup: {from: 'b', localField: 'n', foreignField: 'n', as: 'f'}}],"
                    + " cursor: {}}",
            "{aggregate: 'a', pipeline: [{$project: {d: {$dateToString: {date: '$at'}}, z: {$zip: {inputs: ['$l']}}}}],"
                    + " cursor: {}}",
            "{aggregate: 'a', pipeline: [{$bucket: {groupBy: '$n', boundaries: [0, 5], default: 'x'}}], cursor: {}}",
            "{aggregate: 'a', pipeline: [{$facet: {x: [{$count: 'n'}], y: [{$sample: {size: 1}}]}}], cursor: {}}",
            "{aggregate: 'a', pipeline: [{$merge: {into: 'b', whenMatched: 'replace'}}], cursor: {}}",
            "{aggregate: 'a', pipeline: [{$out: 'b'}], cursor: {}}",
            "{aggregate: 'a', pipeline: [{$setWindowFields: {sortBy: {n: 1}, output: {r: {$rank: {}}}}}], cursor: {}}",
            "{explain: {find: 'a', filter: {n: 1}}, verbosity: 'executionStats'}",
            "{delete: 'a', deletes: [{q: {n: {$lt: 0}}, limit: 0}]}",
            "{delete: 'b', deletes: [{q: {}, limit: 0}]}",
            "{drop: 'a'}",
            "{drop: 'b'}",
            "{dropDatabase: 1}",
            "{renameCollection: 'fuzz.a', to: 'fuzz.b', dropTarget: true}",
            "{collStats: 'a'}",
            "{dbStats: 1}",
            "{validate: 'a'}",
            "{usersInfo: 1}",
            "{rolesInfo: 'read'}",
            "{createUser: 'u', pwd: 'p', roles: ['read']}",
            "{dropAllUsersFromDatabase: 1}",
            "{saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: ''}",
            "{saslContinue: 1, conversationId: 1, payload: {$binary: {base64: 'Yz1iaXdz', subType: '00'}}}",
            "{startSession: 1}",
            "{endSessions: [{id: {$binary: {base64: 'AAECAwQFBgcICQoLDA0ODw==', subType: '04'}}}]}");

    private final RandomGenerator random;
    private final List<BsonDocument> commands;

    FuzzFrames(RandomGenerator random) {
        this.random = random;
        this.commands = COMMANDS.stream().map(BsonDocument::parse).toList();
    }

    /** The answers that may be expected of a server that reads a frame. */
    enum Kind {
        /** It answers: the command may be wrong, but it is one. */
        COMMAND,
        /** It answers or hangs up. */
        DAMAGED,
        /** It waits for more, or hangs up: the frame's length is not true. */
        UNFINISHED
    }

    record Frame(byte[] bytes, Kind kind) {}

    Frame next() {
        return switch (random.nextInt(20)) {
            case 0 -> new Frame(noise(random.nextInt(1, 400)), Kind.UNFINISHED);
            case 1 -> new Frame(wrongLength(), Kind.UNFINISHED);
            case 2 -> new Frame(frame(random.nextInt(5) * 500, noise(random.nextInt(0, 300))), Kind.DAMAGED);
            case 3, 4, 5 -> new Frame(flipped(message(command())), Kind.DAMAGED);
            case 6 -> new Frame(query(), Kind.DAMAGED);
            case 7 -> new Frame(compressed(), Kind.DAMAGED);
            case 8 -> new Frame(message(command()), Kind.COMMAND);
            default -> new Frame(message(mutated(command())), Kind.COMMAND);
        };
    }

    /** Frames to be sent at once: at most this many commands, and one of another kind at their end. */
    List<Frame> burst(int frames) {
        List<Frame> burst = new ArrayList<>();
        while (burst.size() < frames) {
            burst.add(next());
            if (burst.getLast().kind() != Kind.COMMAND) {
                break;
            }
        }
        return burst;
    }

    private BsonDocument command() {
        BsonDocument command =
                commands.get(random.nextInt(commands.size())).clone().append("$db", new BsonString("fuzz"));
        if (command.containsKey("saslStart")) {
            // Another user each time: the server makes those wait who fail in one name again and again.
            String first = "n,,n=u" + random.nextInt() + ",r=a";
            command.append("payload", new BsonBinary(first.getBytes(StandardCharsets.UTF_8)));
        }
        return command;
    }

    private byte[] noise(int length) {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        return noise;
    }

    private byte[] wrongLength() {
        byte[] bytes = message(command());
        int[] lengths = {Integer.MIN_VALUE, -1, 0, 15, 16, bytes.length + 5, 48_000_000, 48_000_001, Integer.MAX_VALUE};
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(0, lengths[random.nextInt(lengths.length)]);
        return bytes;
    }

    /** Changes some bytes behind the header. */
    private byte[] flipped(byte[] bytes) {
        for (int i = random.nextInt(6); i >= 0; i--) {
            int at = random.nextInt(HEADER_BYTES, bytes.length);
            bytes[at] = random.nextBoolean() ? (byte) random.nextInt() : (byte) (bytes[at] ^ 1 << random.nextInt(8));
        }
        return bytes;
    }

    private byte[] message(BsonDocument command) {
        byte[] body = bytes(command);
        return frame(
                OP_MSG,
                ByteBuffer.allocate(5 + body.length)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(0)
                        .put((byte) 0)
                        .put(body)
                        .array());
    }

    private byte[] query() {
        byte[] body = bytes(random.nextBoolean() ? command() : mutated(command()));
        byte[] name = "fuzz.$cmd\0".getBytes(StandardCharsets.UTF_8);
        byte[] frame = frame(
                OP_QUERY,
                ByteBuffer.allocate(12 + name.length + body.length)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(0)
                        .put(name)
                        .putInt(0)
                        .putInt(-1)
                        .put(body)
                        .array());
        return random.nextBoolean() ? frame : flipped(frame);
    }

    private byte[] compressed() {
        byte[] plain = message(random.nextBoolean() ? command() : mutated(command()));
        byte[] packed = new byte[plain.length + 64];
        int length;
        try (Deflater deflater = new Deflater()) {
            deflater.setInput(plain, HEADER_BYTES, plain.length - HEADER_BYTES);
            deflater.finish();
            length = deflater.deflate(packed);
        }
        int lie = random.nextInt(4) == 0 ? random.nextInt() : 0;
        byte[] frame = frame(
                OP_COMPRESSED,
                ByteBuffer.allocate(9 + length)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(OP_MSG)
                        .putInt(plain.length - HEADER_BYTES + lie)
                        .put((byte) (random.nextInt(5) == 0 ? random.nextInt(5) : ZLIB))
                        .put(packed, 0, length)
                        .array());
        return random.nextInt(3) == 0 ? flipped(frame) : frame;
    }

    static byte[] ping(int requestId) {
        return request(requestId, BsonDocument.parse("{ping: 1, $db: 'admin'}"));
    }

    /** A command as it should be sent. */
    static byte[] request(int requestId, BsonDocument command) {
        byte[] body = bytes(command);
        byte[] frame = frame(
                OP_MSG,
                ByteBuffer.allocate(5 + body.length).position(5).put(body).array());
        ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).putInt(4, requestId);
        return frame;
    }

    private static byte[] frame(int operation, byte[] body) {
        return ByteBuffer.allocate(HEADER_BYTES + body.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(HEADER_BYTES + body.length)
                .putInt(1)
                .putInt(0)
                .putInt(operation)
                .put(body)
                .array();
    }

    private static byte[] bytes(BsonDocument document) {
        try (BasicOutputBuffer buffer = new BasicOutputBuffer();
                BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
            new BsonDocumentCodec()
                    .encode(writer, document, EncoderContext.builder().build());
            return buffer.toByteArray();
        }
    }

    /** Puts something else in some places of a command, or its parts into each other. */
    private BsonDocument mutated(BsonDocument command) {
        for (int i = random.nextInt(3); i >= 0; i--) {
            mutate(command, 0);
        }
        return command;
    }

    private void mutate(BsonDocument document, int depth) {
        if (document.isEmpty()) {
            document.append("x", value(2));
            return;
        }
        List<String> names = new ArrayList<>(document.keySet());
        String name = names.get(random.nextInt(names.size()));
        BsonValue old = requireNonNull(document.get(name));
        if (depth < 8 && old.isDocument() && random.nextInt(4) > 0) {
            mutate(old.asDocument(), depth + 1);
        } else if (depth < 8 && old.isArray() && !old.asArray().isEmpty() && random.nextInt(4) > 0) {
            mutate(old.asArray(), depth + 1);
        } else {
            replace(document, name);
        }
    }

    private void mutate(BsonArray array, int depth) {
        int at = random.nextInt(array.size());
        BsonValue old = array.get(at);
        if (old.isDocument() && random.nextInt(4) > 0) {
            mutate(old.asDocument(), depth + 1);
        } else {
            array.set(at, value(3));
        }
    }

    private void replace(BsonDocument document, String name) {
        switch (random.nextInt(6)) {
            case 0 -> document.remove(name);
            case 1 -> document.append(text(), document.get(name));
            case 2 -> {
                BsonDocument other = commands.get(random.nextInt(commands.size()));
                document.append(name, other.values().iterator().next());
            }
            case 3 -> document.append(text(), value(3));
            default -> document.append(name, value(3));
        }
    }

    private String text() {
        List<String> texts = List.of(
                "",
                "$",
                "$$",
                "a",
                "a.b",
                "a..b",
                ".",
                "$set",
                "$gt",
                "$expr",
                "$in",
                "_id",
                "é",
                "$$ROOT",
                "$a.b",
                "0",
                "a.$",
                "a.$[]",
                "system.users",
                "$elemMatch",
                "$not",
                "x".repeat(random.nextInt(1, 200)));
        return texts.get(random.nextInt(texts.size()));
    }

    private BsonValue value(int depth) {
        return switch (random.nextInt(depth > 0 ? 18 : 15)) {
            case 0 -> new BsonInt32(random.nextInt());
            case 1 -> new BsonInt32(random.nextInt(-2, 3));
            case 2 -> new BsonInt64(random.nextLong());
            case 3 -> new BsonInt64(random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE);
            case 4 -> new BsonDouble(random.nextBoolean() ? Double.NaN : Double.POSITIVE_INFINITY);
            case 5 -> new BsonDouble(random.nextDouble() * 1e19);
            case 6 -> new BsonString(text());
            case 7 -> BsonBoolean.valueOf(random.nextBoolean());
            case 8 -> random.nextBoolean() ? BsonNull.VALUE : new BsonUndefined();
            case 9 -> new BsonDateTime(random.nextBoolean() ? Long.MIN_VALUE : random.nextLong());
            case 10 -> new BsonTimestamp(random.nextLong());
            case 11 -> new BsonRegularExpression(text() + "(a|b)*", "i");
            case 12 -> new BsonBinary((byte) random.nextInt(6), noise(random.nextInt(20)));
            case 13 -> random.nextBoolean() ? new BsonMinKey() : new BsonMaxKey();
            case 14 -> new BsonDecimal128(random.nextBoolean() ? Decimal128.NaN : Decimal128.parse("9E+6144"));
            case 15 -> new BsonArray(List.of(value(depth - 1), value(depth - 1)));
            case 16 -> nested(random.nextInt(1, 120));
            default -> new BsonDocument(text(), value(depth - 1)).append(text(), value(depth - 1));
        };
    }

    private BsonValue nested(int depth) {
        BsonValue value = value(0);
        boolean inArrays = random.nextBoolean();
        for (int i = 0; i < depth; i++) {
            value = inArrays ? new BsonArray(List.of(value)) : new BsonDocument(i % 2 == 0 ? "$not" : "a", value);
        }
        return value;
    }
}
