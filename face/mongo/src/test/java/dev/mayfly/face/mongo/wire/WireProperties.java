package dev.mayfly.face.mongo.wire;

import static dev.mayfly.face.mongo.wire.Frames.body;
import static dev.mayfly.face.mongo.wire.Frames.bson;
import static dev.mayfly.face.mongo.wire.Frames.compressed;
import static dev.mayfly.face.mongo.wire.Frames.msg;
import static dev.mayfly.face.mongo.wire.Frames.query;
import static dev.mayfly.face.mongo.wire.Frames.sequence;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Good messages, damaged at random: only the declared exceptions may come out. */
final class WireProperties {
    private static final int ROUNDS = 60_000;

    @Test
    void damagedMessagesAreReadOrRefused() {
        long seed = Long.getLong("mayfly.seed", 20_261_120);
        SplittableRandom random = new SplittableRandom(seed);
        List<byte[]> good = goodMessages();
        int read = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] damaged = damaged(good.get(random.nextInt(good.size())), random);
            try {
                read += WireFuzzTest.WireReading.read(damaged) ? 1 : 0;
            } catch (Throwable e) {
                fail("seed " + seed + " round " + round + ": " + HexFormat.of().formatHex(damaged), e);
            }
        }
        assertTrue(read > 0 && read < ROUNDS, "some are still messages, most are not");
    }

    private static List<byte[]> goodMessages() {
        byte[] document = bson("""
                {_id: {$oid: '5f5f5f5f5f5f5f5f5f5f5f5f'}, a: [1, 2.5, {b: null}], t: {$timestamp: {t: 1, i: 2}},
                 d: {$date: 5}, n: {$numberDecimal: '1.5'}, r: {$regularExpression: {pattern: 'a', options: 'i'}},
                 c: {$code: 'x', $scope: {y: 1}}, u: {$binary: {base64: 'AAAA', subType: '02'}}, s: 'text'}""");
        byte[] insert = bson(
                "{insert: 'c', ordered: true, $db: 'd', lsid: {id: {$uuid: '00112233-4455-6677-8899-aabbccddeeff'}}}");
        List<byte[]> good = new ArrayList<>();
        good.add(msg(1, 0, body(document)));
        good.add(msg(2, Frames.CHECKSUM, body(insert), sequence("documents", document, document)));
        good.add(msg(3, Frames.MORE_TO_COME, sequence("documents", document), body(insert)));
        good.add(query(4, "admin.$cmd", document));
        for (Compressor compressor : Compressor.values()) {
            good.add(compressed(compressor, good.get(1), 0));
        }
        return good;
    }

    private static byte[] damaged(byte[] good, SplittableRandom random) {
        byte[] bytes = good.clone();
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt();
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> LittleEndian.putInt(bytes, Math.min(at, bytes.length - 4), interesting(random));
                default -> bytes = Arrays.copyOf(bytes, Math.max(1, at + random.nextInt(8)));
            }
            if (bytes.length < 4) {
                return bytes;
            }
        }
        return bytes;
    }

    private static int interesting(SplittableRandom random) {
        int[] values = {0, 1, 4, 5, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 48_000_000, 1 << 24, random.nextInt(400)};
        return values[random.nextInt(values.length)];
    }
}
