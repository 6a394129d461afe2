package dev.mayfly.face.couchbase.kv;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.CouchbaseFixture;
import dev.mayfly.face.couchbase.KvAnswer;
import dev.mayfly.face.couchbase.KvFrame;
import dev.mayfly.face.couchbase.KvPeer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Documents that are stored in one breath. */
final class PipelinedStoresTest {
    private static final int GET = 0x00;
    private static final int SET = 0x01;
    private static final int ADD = 0x02;
    private static final int SETQ = 0x11;
    private static final int MUTATION_SEQNO = 0x04;
    private static final int REQUESTS = 600;
    private static final int KEYS = 40;
    private static final int EXISTS = 0x02;
    private static final int INVALID = 0x04;

    private final CouchbaseFixture fixture = new CouchbaseFixture();

    PipelinedStoresTest() throws IOException {}

    @AfterEach
    void close() {
        fixture.close();
    }

    private static KvFrame store(int opcode, int number) {
        return KvFrame.of(opcode).extras(new byte[8]).key("k" + number % KEYS).value(("v" + number).getBytes(UTF_8));
    }

    private static int opcode(int number) {
        return switch (number % 23) {
            case 5 -> GET;
            case 9 -> ADD;
            case 14, 15 -> SETQ;
            default -> SET;
        };
    }

    private static boolean isWrong(int number) {
        return opcode(number) == SET && number % 31 == 7;
    }

    private static byte[] request(int number) {
        int opcode = opcode(number);
        KvFrame frame = opcode == GET ? KvFrame.of(GET).key("k" + number % KEYS) : store(opcode, number);
        // A compressed value, which nobody has agreed upon.
        return (isWrong(number) ? frame.datatype(2) : frame).opaque(number).bytes();
    }

    @Test
    void storesInOneBreathAreAnsweredAsEachOnItsOwn() throws IOException {
        try (KvPeer peer = fixture.login(MUTATION_SEQNO)) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int number = 0; number < REQUESTS; number++) {
                all.write(request(number));
            }
            peer.send(all.toByteArray());
            Map<Integer, Integer> last = new HashMap<>();
            List<Long> seqnos = new ArrayList<>();
            for (int number = 0; number < REQUESTS; number++) {
                int opcode = opcode(number);
                Integer before = last.get(number % KEYS);
                if (opcode == SETQ) {
                    last.put(number % KEYS, number);
                    continue;
                }
                KvAnswer answer = peer.receive();
                assertEquals(number, answer.opaque());
                if (isWrong(number)) {
                    answer.require(INVALID);
                } else if (opcode == GET && before != null) {
                    assertEquals("v" + before, new String(answer.require(0).value(), UTF_8));
                } else if (opcode == GET) {
                    answer.require(1);
                } else if (opcode == ADD && before != null) {
                    answer.require(EXISTS);
                } else {
                    seqnos.add(ByteBuffer.wrap(answer.require(0).extras()).getLong(Long.BYTES));
                    last.put(number % KEYS, number);
                }
            }
            for (int key = 0; key < KEYS; key++) {
                String value = new String(
                        peer.ask(KvFrame.of(GET).key("k" + key)).require(0).value(), UTF_8);
                assertEquals("v" + last.get(key), value);
            }
            assertTrue(seqnos.stream().distinct().count() < seqnos.size() / 2, "many are stored by one commit");
            assertEquals(seqnos.stream().sorted().toList(), seqnos);
        }
    }
}
