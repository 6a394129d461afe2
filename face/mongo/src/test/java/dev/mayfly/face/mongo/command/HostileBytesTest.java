package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.mongo.wire.Compressor;
import dev.mayfly.face.mongo.wire.Frames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Strangers send damaged frames to a server that holds somebody else's secret. */
final class HostileBytesTest {
    private static final long SEED = Long.getLong("mayfly.seed", 20_261_121);
    private static final int FRAMES = 3_000;
    private static final String CANARY = "canary-7f3a9c51";

    @Test
    void damagedFramesAreAnsweredWithAnErrorOrACloseAndTellNothingOfOthers() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        List<byte[]> good = goodFrames();
        try (MongoFixture fixture = new MongoFixture();
                RawMongoClient owner = fixture.connect()) {
            tellSecret(owner);
            for (int i = 0; i < FRAMES; i++) {
                byte[] damaged = damaged(good.get(random.nextInt(good.size())), random);
                byte[] answered = answerOf(fixture, damaged);
                String text = new String(answered, StandardCharsets.ISO_8859_1);
                assertFalse(
                        text.contains(CANARY),
                        () -> "seed " + SEED + ": " + HexFormat.of().formatHex(damaged));
                if (i % 100 == 0) {
                    tellSecret(owner);
                    assertEquals(BsonDocument.parse("{ok: 1.0}"), owner.run("{ping: 1}"));
                }
            }
        }
    }

    /** Fills what buffers there are with the secret, and leaves it stored and in an open cursor. */
    private static void tellSecret(RawMongoClient owner) throws IOException {
        String secret = CANARY.repeat(200);
        BsonDocument written = owner.run("{update: 'secrets', updates: [{q: {_id: 1}, u: {$set: {text: '" + secret
                + "'}}, upsert: true}], $db: 'private'}");
        assertEquals(1, written.getNumber("n").intValue(), written.toString());
        BsonDocument found = owner.run("{find: 'secrets', $db: 'private'}");
        assertTrue(found.toString().contains(secret), "the owner may read it");
    }

    private static List<byte[]> goodFrames() {
        byte[] hello = Frames.bson("{hello: 1, $db: 'admin', client: {driver: {name: 'x', version: '1'}}}");
        byte[] insert = Frames.bson("{insert: 'public', $db: 'open'}");
        byte[] find = Frames.bson("{find: 'public', filter: {a: {$in: [1, 'x']}}, $db: 'open'}");
        byte[] row = Frames.bson("{_id: 1, a: [1, {b: 'text'}], c: {$binary: {base64: 'AAAA', subType: '00'}}}");
        List<byte[]> good = new ArrayList<>();
        good.add(Frames.msg(1, 0, Frames.body(hello)));
        good.add(Frames.msg(2, Frames.CHECKSUM, Frames.body(find)));
        good.add(Frames.msg(3, 0, Frames.body(insert), Frames.sequence("documents", row, row)));
        good.add(Frames.query(4, "admin.$cmd", Frames.bson("{isMaster: 1}")));
        for (Compressor compressor : Compressor.values()) {
            good.add(Frames.compressed(compressor, good.get(2), 0));
        }
        return good;
    }

    /** Leaves the length in the header true, so that the frame is whole and its contents are looked at. */
    private static byte[] damaged(byte[] good, SplittableRandom random) {
        byte[] bytes = good.clone();
        for (int i = random.nextInt(6); i >= 0; i--) {
            int at = random.nextInt(12, bytes.length);
            bytes[at] = random.nextBoolean() ? (byte) random.nextInt() : (byte) (bytes[at] ^ 1 << random.nextInt(8));
        }
        return bytes;
    }

    /** A ping follows, so that whatever is not closed has an answer. */
    private static byte[] answerOf(MongoFixture fixture, byte[] frame) throws IOException {
        try (RawMongoClient stranger = fixture.connect()) {
            stranger.send(frame);
            stranger.send(Frames.msg(99, 0, Frames.body(Frames.bson("{ping: 1, $db: 'admin'}"))));
            return stranger.receiveAll(99);
        }
    }
}
