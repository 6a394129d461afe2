package dev.mayfly.face.couchbase.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.mayfly.face.couchbase.CouchbaseFixture;
import dev.mayfly.face.couchbase.CouchbaseUser;
import dev.mayfly.face.couchbase.KvAnswer;
import dev.mayfly.face.couchbase.KvFrame;
import dev.mayfly.face.couchbase.KvPeer;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Frames with something wrong in them: each is answered or costs its connection, and nobody else is hurt. */
final class FrameFuzzTest {
    private static final int NOOP = 0x0a;
    private static final int LAST = 0x7a57;
    private static final int FRAMES = 20_000;
    private static final int MANY_FRAMES = 1_000_000;
    private static final int BURST = 16;
    /** These end a connection, wait after failures, or wind the clock; each has tests of its own. */
    private static final List<Integer> LEFT_OUT = List.of(0x07, 0x17, 0x21, 0x22, 0xfc);

    private static final int[] EXTRAS = {0, 0, 1, 2, 4, 5, 8, 9, 12, 16, 20, 24, 28, 255};
    private static final int[] KEYS = {0, 1, 2, 3, 5, 20, 250, 251, 256, 300, 1_000};
    private static final int[] VALUES = {0, 0, 1, 2, 8, 30, 200, 5_000};
    private static final int[] DATATYPES = {0, 0, 0, 0, 1, 2, 3, 4, 7, 8, 255};
    private static final int[][] FRAMINGS = {
        {0x00},
        {0x11, 1},
        {0x11, 3},
        {0x13, 1, 0, 1},
        {0x50},
        {0x41, 'a'},
        {0x1f},
        {0xff, 0xff, 0xff},
        {0x22, 0, 1},
        {0x12, 1, 1},
        {0xf0},
        {0x0f, 0xf0}
    };

    private final CouchbaseFixture fixture;
    private final ListAppender<ILoggingEvent> errors = new ListAppender<>();
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

    FrameFuzzTest() throws IOException {
        fixture = new CouchbaseFixture();
    }

    @BeforeEach
    void listen() {
        errors.start();
        root.addAppender(errors);
    }

    @AfterEach
    void close() {
        root.detachAppender(errors);
        fixture.close();
        assertEquals(0, fixture.transport().inFlightBytes());
    }

    @Test
    void twentyThousandWrongFramesHurtNobody() throws IOException {
        fuzz(FRAMES);
    }

    @Test
    @Tag("slow")
    void millionWrongFramesHurtNobody() throws IOException {
        fuzz(MANY_FRAMES);
    }

    private void fuzz(int frames) throws IOException {
        long seed = Long.getLong("seed", 1);
        SplittableRandom random = new SplittableRandom(seed);
        int answered = 0;
        int sent = 0;
        while (sent < frames) {
            try (KvPeer peer = fixture.connect()) {
                prepare(peer, random);
                boolean isOpen = true;
                for (int i = 0; i < 100 && isOpen; i++) {
                    isOpen = burst(peer, random);
                    answered += isOpen ? BURST : 0;
                    sent += BURST;
                }
            }
        }
        System.out.println("seed " + seed + ": " + answered + " of " + sent + " frames answered");
        assertTrue(answered > frames / 4, "seed " + seed + ": " + answered + " frames answered");
        assertEquals(
                List.of(),
                errors.list.stream().map(FrameFuzzTest::told).distinct().toList(),
                "seed " + seed);
        try (KvPeer peer = fixture.login()) {
            peer.ask(KvFrame.of(NOOP)).require(0);
        }
    }

    private static String told(ILoggingEvent event) {
        String thrown = event.getThrowableProxy() == null
                ? ""
                : event.getThrowableProxy().getClassName() + " "
                        + event.getThrowableProxy().getMessage() + " at "
                        + event.getThrowableProxy().getStackTraceElementProxyArray()[0];
        return event.getFormattedMessage().replaceAll("[0-9]+", "N") + " " + thrown;
    }

    /** Some are strangers, some have no bucket, some know nothing of collections. */
    private static void prepare(KvPeer peer, SplittableRandom random) throws IOException {
        int stage = random.nextInt(5);
        if (stage > 0) {
            peer.hello(
                    random.nextBoolean()
                            ? new int[] {4, 6, 7, 0xa, 0xb, 0xc, 0xf, 0x11, 0x12, 0x14, 0x1f}
                            : new int[0]);
        }
        if (stage > 1) {
            peer.login(CouchbaseUser.INSTALLED).require(0);
        }
        if (stage > 2) {
            peer.ask(KvFrame.of(0x89).key("default")).require(0);
        }
    }

    /** Returns true if it was answered to its end. */
    private static boolean burst(KvPeer peer, SplittableRandom random) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < BURST; i++) {
            bytes.writeBytes(frame(random));
        }
        boolean isHopeless = random.nextInt(200) == 0;
        if (isHopeless) {
            bytes.writeBytes(broken(random));
        }
        bytes.writeBytes(KvFrame.of(NOOP).opaque(LAST).bytes());
        try {
            peer.send(bytes.toByteArray());
            if (isHopeless) {
                peer.endInput();
                assertTrue(peer.isClosedByServer());
                return false;
            }
            KvAnswer answer = peer.receive();
            while (answer.opcode() != NOOP || answer.opaque() != LAST) {
                answer = peer.receive();
            }
            return true;
        } catch (EOFException | SocketException _) {
            return false;
        }
    }

    /** Of lengths that fit, and with anything in it. */
    private static byte[] frame(SplittableRandom random) {
        int opcode = random.nextInt(256);
        while (LEFT_OUT.contains(opcode)) {
            opcode = random.nextInt(256);
        }
        KvFrame frame = KvFrame.of(opcode)
                .extras(random(random, EXTRAS))
                .value(random(random, VALUES))
                .datatype(one(random, DATATYPES))
                .vbucket(random.nextInt(4) == 0 ? random.nextInt(1 << 16) : random.nextInt(1_024))
                .opaque(random.nextInt(1_000))
                .cas(random.nextInt(4) == 0 ? random.nextLong() : 0);
        byte[] key = random(random, KEYS);
        if (key.length > 0 && random.nextInt(3) > 0) {
            key[0] = 0;
        }
        if (random.nextInt(4) == 0) {
            frame.framing(FRAMINGS[random.nextInt(FRAMINGS.length)]);
            key = Arrays.copyOf(key, Math.min(key.length, 255));
        } else if (random.nextInt(50) == 0) {
            frame.magic(0x83);
        }
        return frame.key(key).bytes();
    }

    /** Of lengths that lie, cut off, or of another protocol. */
    private static byte[] broken(SplittableRandom random) {
        byte[] bytes = frame(random);
        switch (random.nextInt(5)) {
            case 0 -> bytes[0] = (byte) random.nextInt(256);
            case 1 -> bytes[8] = (byte) random.nextInt(256);
            case 2 -> bytes[11]--;
            case 3 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            default -> random.nextBytes(bytes);
        }
        return bytes;
    }

    private static byte[] random(SplittableRandom random, int[] lengths) {
        byte[] bytes = new byte[one(random, lengths)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static int one(SplittableRandom random, int[] choices) {
        return choices[random.nextInt(choices.length)];
    }
}
