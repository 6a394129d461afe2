package dev.mayfly.face.couchbase.subdoc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.mayfly.face.couchbase.CouchbaseFixture;
import dev.mayfly.face.couchbase.KvAnswer;
import dev.mayfly.face.couchbase.KvFrame;
import dev.mayfly.face.couchbase.KvPeer;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.test.harness.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Frames about parts of documents that nobody means well by: each is answered, and the connection goes on. */
class BadFramesTest {
    private static final int[] OPCODES = {
        0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xd0, 0xd1, 0xd2, 0xd3
    };
    private static final int[] EXTRAS = {0, 1, 3, 4, 5, 7, 8, 9, 11, 12, 13};

    private static CouchbaseFixture fixture;
    private static KvPeer peer;

    @BeforeAll
    static void connect() throws IOException {
        fixture = new CouchbaseFixture();
        peer = fixture.login(0x04, 0x06, 0x07, 0x0b, 0x10, 0x14);
        mutate("k", "set_doc = {\"a\":[1,{\"b\":[]}],\"n\":1}").require(0);
    }

    @AfterAll
    static void close() throws IOException {
        peer.close();
        fixture.close();
    }

    @Test
    void randomFramesAreAnswered() {
        Seeds.run(1500, (_, random) -> {
            KvAnswer answer = peer.ask(frame(random));
            assertNotEquals(Status.EINTERNAL.code(), answer.status());
            assertNotEquals(Status.UNKNOWN_COMMAND.code(), answer.status());
        });
    }

    private static KvFrame frame(RandomGenerator random) {
        byte[] extras = new byte[EXTRAS[random.nextInt(EXTRAS.length)]];
        for (int i = 0; i < extras.length; i++) {
            extras[i] = (byte) random.nextInt(random.nextBoolean() ? 8 : 256);
        }
        byte[] value = random.nextBoolean()
                ? SpecText.mutations("dict_upsert xattr,mkdir a.b = 1\ncounter n = 1")
                : "a[0].b\"x\":1,2,3}".getBytes(StandardCharsets.UTF_8);
        for (int i = random.nextInt(3); i > 0; i--) {
            value[random.nextInt(value.length)] = (byte) random.nextInt(256);
        }
        return KvFrame.of(OPCODES[random.nextInt(OPCODES.length)])
                .key("k")
                .extras(extras)
                .value(value);
    }

    @Test
    void pathsThatAreBombsAreRefused() throws IOException {
        mutate("k", "set_doc = {\"a\":[]}").require(0);
        assertEquals(Status.SUBDOC_PATH_E2BIG, looked("[0]".repeat(341)));
        assertEquals(Status.SUBDOC_PATH_E2BIG, looked("a.".repeat(511) + "a"));
        assertEquals(Status.SUBDOC_PATH_EINVAL, looked("`".repeat(1023)));
        assertEquals(Status.SUBDOC_PATH_EINVAL, looked("\\".repeat(1023)));
        assertEquals(Status.SUBDOC_PATH_EINVAL, looked("a[" + "9".repeat(1000)));
        assertEquals(Status.SUBDOC_PATH_ENOENT, looked("a[" + "9".repeat(1000) + "]"));
        KvFrame tooLong = KvFrame.of(0xd0).key("k").value(SpecText.lookups("get " + "a".repeat(1025)));
        assertEquals(Status.EINVAL.code(), peer.ask(tooLong).status());
    }

    @Test
    void valuesThatAreBombsAreRefused() throws IOException {
        mutate("k", "set_doc = {\"n\":1}").require(0);
        String deep = "[".repeat(100_000) + "]".repeat(100_000);
        assertEquals(Status.SUBDOC_VALUE_ETOODEEP, changed("dict_upsert x = " + deep));
        assertEquals(Status.SUBDOC_VALUE_CANTINSERT, changed("dict_upsert x = " + "9".repeat(100_000)));
        assertEquals(Status.SUBDOC_DELTA_EINVAL, changed("counter n = " + "9".repeat(100_000)));
        mutate("deep", "set_doc = " + "[".repeat(90) + "1" + "]".repeat(90)).require(0);
        KvAnswer answer = lookup("deep", "get [0][0]");
        assertEquals(
                Status.SUBDOC_DOC_E2DEEP.code(), ByteBuffer.wrap(answer.value()).getShort() & 0xffff);
    }

    @Test
    void aDocumentDoesNotGrowBeyondWhatAValueMayBe() throws IOException {
        String part = "\"" + "x".repeat(9 << 20) + "\"";
        mutate("big", "dict_upsert a = " + part).require(0);
        mutate("big", "dict_upsert b = " + part).require(0);
        mutate("big", "dict_upsert c = " + part).require(Status.E2BIG.code());
        mutate("big", "dict_upsert xattr _s = " + part).require(Status.E2BIG.code());
        KvAnswer answer = lookup("big", "exists a\nexists c");
        assertEquals(
                Status.SUBDOC_PATH_ENOENT.code(),
                ByteBuffer.wrap(answer.value()).getShort(6) & 0xffff);
    }

    @Test
    void thereIsNoReplicaToLookAt() throws IOException {
        KvFrame lookup =
                KvFrame.of(0xd0).key("k").extras(DocFlags.READS_REPLICA).value(SpecText.lookups("get a"));
        peer.ask(lookup).require(Status.NOT_MY_VBUCKET.code());
    }

    @Test
    void aLargeDocumentIsNotSentSixteenTimes() throws IOException {
        mutate("large", "set_doc = \"" + "x".repeat(5 << 20) + "\"").require(0);
        assertEquals(
                7 * ((5 << 20) + 8),
                lookup("large", "get_doc\n".repeat(7)).require(0).value().length);
        lookup("large", "get_doc\n".repeat(9)).require(Status.E2BIG.code());
    }

    private Status looked(String path) throws IOException {
        KvAnswer answer = lookup("k", "get " + path).require(Status.SUBDOC_MULTI_PATH_FAILURE.code());
        return status(ByteBuffer.wrap(answer.value()).getShort() & 0xffff);
    }

    private Status changed(String spec) throws IOException {
        KvAnswer answer = mutate("k", spec).require(Status.SUBDOC_MULTI_PATH_FAILURE.code());
        return status(ByteBuffer.wrap(answer.value()).getShort(1) & 0xffff);
    }

    private static Status status(int code) {
        for (Status status : Status.values()) {
            if (status.code() == code) {
                return status;
            }
        }
        throw new AssertionError("no status " + code);
    }

    private KvAnswer lookup(String key, String specs) throws IOException {
        return peer.ask(KvFrame.of(0xd0).key(key).value(SpecText.lookups(specs)));
    }

    private static KvAnswer mutate(String key, String specs) throws IOException {
        return peer.ask(KvFrame.of(0xd1).key(key).extras(DocFlags.MAKES).value(SpecText.mutations(specs)));
    }
}
