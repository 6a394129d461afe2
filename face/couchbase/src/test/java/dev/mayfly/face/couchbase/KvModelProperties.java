package dev.mayfly.face.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketSettings;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.test.harness.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The server does what the model says, however writes of all kinds, limits and time are mixed. */
class KvModelProperties {
    private static final int STEPS = 60;
    private static final long[] EXPIRIES = {0, 0, 1, 5, 60, 3600, 2_592_000};
    private static final List<String> VALUES = List.of("7", "{\"a\":1}", "text", "12345", "[1]");
    private static final int[] SECONDS = {1, 3, 30, 100};

    private static CouchbaseFixture fixture;
    private static KvPeer peer;

    private final List<String> told = new ArrayList<>();

    @BeforeAll
    static void connect() throws IOException {
        fixture = new CouchbaseFixture();
        peer = fixture.login(0x04, 0x06, 0x0b, 0x10, 0x14);
    }

    @AfterAll
    static void close() throws IOException {
        peer.close();
        fixture.close();
    }

    @Test
    void serverAgreesWithTheModel() {
        Seeds.run(25, (seed, random) -> {
            told.clear();
            limit(0);
            KvModel model = new KvModel(now());
            for (int step = 0; step < STEPS; step++) {
                String key = "k" + seed + "-" + random.nextInt(3);
                step(random, model, key);
                compare(model, key);
            }
        });
    }

    private static long now() {
        return fixture.clock().wallMillis() / 1000;
    }

    private static void limit(int seconds) {
        Bucket bucket = fixture.buckets().require(Buckets.DEFAULT);
        fixture.buckets()
                .update(bucket, bucket.settings().with(Map.of(BucketSettings.MAX_TTL, Integer.toString(seconds))));
    }

    private void step(RandomGenerator random, KvModel model, String key) throws IOException {
        long expiry = expiry(random);
        int flags = random.nextInt(1000);
        String value = VALUES.get(random.nextInt(VALUES.size()));
        boolean preserves = random.nextInt(3) == 0;
        switch (random.nextInt(12)) {
            case 0 -> {
                int seconds = SECONDS[random.nextInt(SECONDS.length)];
                told.add("advance " + seconds);
                fixture.clock().advance(Duration.ofSeconds(seconds));
                model.advance(seconds);
            }
            case 1 -> {
                int seconds = random.nextInt(4) == 0 ? 0 : 10 + random.nextInt(100);
                told.add("limit " + seconds);
                limit(seconds);
                model.limit(seconds);
            }
            case 2, 3 -> {
                KvFrame set = store(0x01, key, value, flags, expiry, preserves);
                int refusal = withCas(random, model, key, set);
                run("set", set, refusal < 0 ? model.set(key, value, flags, expiry, preserves) : refusal);
            }
            case 4 -> run("add", store(0x02, key, value, flags, expiry, false), model.add(key, value, flags, expiry));
            case 5 -> {
                KvFrame replace = store(0x03, key, value, flags, expiry, preserves);
                int refusal = withCas(random, model, key, replace);
                run("replace", replace, refusal < 0 ? model.replace(key, value, flags, expiry, preserves) : refusal);
            }
            case 6 -> {
                KvFrame delete = KvFrame.of(0x04).key(key);
                int refusal = withCas(random, model, key, delete);
                run("delete", delete, refusal < 0 ? model.delete(key) : refusal);
            }
            case 7 -> {
                boolean front = random.nextBoolean();
                KvFrame append = KvFrame.of(front ? 0x0f : 0x0e).key(key).value("9");
                run("append", append, model.append(key, front ? "9" : "", front ? "" : "9"));
            }
            case 8 -> {
                boolean down = random.nextBoolean();
                long asked = random.nextInt(4) == 0 ? 0xFFFF_FFFFL : expiry;
                ByteBuffer extras =
                        ByteBuffer.allocate(20).putLong(3).putLong(5).putInt((int) asked);
                KvFrame count = KvFrame.of(down ? 0x06 : 0x05).key(key).extras(extras.array());
                run("count", count, model.count(key, 3, 5, asked, down));
            }
            case 9 -> {
                int opcode = random.nextBoolean() ? 0x1c : 0x1d;
                KvFrame touch = KvFrame.of(opcode).key(key).extras(number(expiry));
                run("touch", touch, model.touch(key, expiry));
            }
            default -> change(model, key, value, expiry, preserves);
        }
    }

    /** Sets the whole body as one part of a change. */
    private void change(KvModel model, String key, String value, long expiry, boolean preserves) throws IOException {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        ByteBuffer spec = ByteBuffer.allocate(8 + bytes.length)
                .put((byte) 1)
                .put((byte) 0)
                .putShort((short) 0);
        spec.putInt(bytes.length).put(bytes);
        byte[] extras =
                ByteBuffer.allocate(5).putInt((int) expiry).put((byte) 1).array();
        KvFrame frame = KvFrame.of(0xd1).key(key).extras(extras).value(spec.array());
        run("change", preserves ? frame.framing(0x50) : frame, model.change(key, value, expiry, preserves));
    }

    private static KvFrame store(int opcode, String key, String value, int flags, long expiry, boolean preserves) {
        byte[] extras =
                ByteBuffer.allocate(8).putInt(flags).putInt((int) expiry).array();
        KvFrame frame = KvFrame.of(opcode).key(key).extras(extras).value(value);
        return preserves ? frame.framing(0x50) : frame;
    }

    /** Sometimes demands a CAS, the right one or another; the status if that must be refused, else below 0. */
    private static int withCas(RandomGenerator random, KvModel model, String key, KvFrame frame) throws IOException {
        if (random.nextInt(3) > 0) {
            return -1;
        }
        KvAnswer answer = peer.ask(KvFrame.of(0x00).key(key));
        boolean wrong = random.nextBoolean();
        frame.cas(answer.cas() + (wrong ? 1 : 0) + (answer.cas() == 0 ? 1 : 0));
        return model.find(key) == null ? KvModel.ENOENT : wrong ? KvModel.EEXISTS : -1;
    }

    private long expiry(RandomGenerator random) {
        return random.nextInt(5) == 0 ? now() + random.nextInt(-5, 200) : EXPIRIES[random.nextInt(EXPIRIES.length)];
    }

    private static byte[] number(long number) {
        return ByteBuffer.allocate(4).putInt((int) number).array();
    }

    private void run(String what, KvFrame frame, int expected) throws IOException {
        told.add(what + " " + frame);
        assertEquals(expected, peer.ask(frame).status(), this::story);
    }

    private void compare(KvModel model, String key) throws IOException {
        KvModel.Item item = model.find(key);
        KvAnswer answer = peer.ask(KvFrame.of(0xd0).key(key).value(lookups()));
        String expected =
                item == null ? "none" : item.expiry + " " + item.flags + " \"" + item.rev + "\" " + item.value;
        assertEquals(expected, answer.status() == KvModel.OK ? parts(answer) : "none", this::story);
    }

    private static byte[] lookups() {
        ByteBuffer specs = ByteBuffer.allocate(200);
        for (String path : List.of("$document.exptime", "$document.flags", "$document.revid")) {
            specs.put((byte) 0xc5).put((byte) 4).putShort((short) path.length());
            specs.put(path.getBytes(StandardCharsets.UTF_8));
        }
        specs.putInt(0);
        byte[] bytes = new byte[specs.position()];
        specs.flip().get(bytes);
        return bytes;
    }

    private static String parts(KvAnswer answer) {
        ByteBuffer body = ByteBuffer.wrap(answer.value());
        List<String> parts = new ArrayList<>();
        while (body.hasRemaining()) {
            body.getShort();
            byte[] value = new byte[body.getInt()];
            body.get(value);
            parts.add(new String(value, StandardCharsets.UTF_8));
        }
        return String.join(" ", parts);
    }

    private String story() {
        return String.join("\n", told.subList(Math.max(0, told.size() - 12), told.size()));
    }
}
