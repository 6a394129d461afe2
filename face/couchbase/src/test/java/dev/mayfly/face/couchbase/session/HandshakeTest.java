package dev.mayfly.face.couchbase.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ongres.scram.common.ScramMechanism;
import dev.mayfly.face.couchbase.CouchbaseFixture;
import dev.mayfly.face.couchbase.CouchbaseUser;
import dev.mayfly.face.couchbase.KvAnswer;
import dev.mayfly.face.couchbase.KvFrame;
import dev.mayfly.face.couchbase.KvPeer;
import dev.mayfly.face.couchbase.bucket.BucketSettings;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The conversation with which a client begins. */
final class HandshakeTest {
    private static final int HELLO = 0x1f;
    private static final int LIST = 0x20;
    private static final int AUTH = 0x21;
    private static final int STEP = 0x22;
    private static final int SELECT = 0x89;
    private static final int CONFIG = 0xb5;
    private static final int MANIFEST = 0xba;
    private static final int COLLECTION_ID = 0xbb;
    private static final int SCOPE_ID = 0xbc;
    private static final int ERROR_MAP = 0xfe;

    private final CouchbaseFixture fixture;
    private final KvPeer peer;

    HandshakeTest() throws IOException {
        fixture = new CouchbaseFixture();
        peer = fixture.connect();
    }

    @AfterEach
    void close() throws IOException {
        peer.close();
        fixture.close();
    }

    private void enter(int... features) throws IOException {
        peer.hello(features).require(0);
        peer.login(CouchbaseUser.INSTALLED).require(0);
        peer.ask(KvFrame.of(SELECT).key("default")).require(0);
    }

    @Test
    void helloGrantsWhatThereIsAndNothingElse() throws IOException {
        KvAnswer granted = peer.hello(
                        0x04, 0x06, 0x07, 0x08, 0x0a, 0x0b, 0x0c, 0x0e, 0x0f, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x17,
                        0x1a, 0x1c, 0x1d, 0x1e, 0x1f, 0x21, 0x02, 0x3e, 0x7fff, 0xffff)
                .require(0);
        byte[] expected = {
            0, 4, 0, 6, 0, 7, 0, 8, 0, 10, 0, 11, 0, 12, 0, 14, 0, 15, 0, 16, 0, 17, 0, 18, 0, 19, 0, 20, 0, 21, 0,
            0x17, 0, 0x1c, 0, 0x1d, 0, 0x1e, 0, 0x1f, 0, 0x21
        };
        assertArrayEquals(expected, granted.value());
    }

    @Test
    void helloGrantsOneKindOfNotice() throws IOException {
        assertArrayEquals(
                new byte[] {0, 0x0d}, peer.hello(0x0d, 0x1f).require(0).value());
        assertArrayEquals(
                new byte[] {0, 0x1f}, peer.hello(0x1f, 0x0d).require(0).value());
    }

    @Test
    void helloOfHalfAFeatureIsRefused() throws IOException {
        peer.ask(KvFrame.of(HELLO).value(new byte[3])).require(4);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 2", "65535, 2"})
    void errorMapComesInTheLatestFormKnownToBoth(int asked, int answered) throws IOException {
        byte[] version = {(byte) (asked >> 8), (byte) asked};
        KvAnswer answer = peer.ask(KvFrame.of(ERROR_MAP).value(version)).require(0);
        JsonNode map = CouchbaseJson.read(answer.value());
        assertEquals(answered, map.get("version").intValue());
        assertEquals("KEY_ENOENT", map.at("/errors/1/name").stringValue());
        for (JsonNode error : map.get("errors")) {
            assertTrue(error.hasNonNull("name") && error.hasNonNull("desc") && error.hasNonNull("attrs"));
        }
    }

    @Test
    void mechanismsAreListedTheBestFirst() throws IOException {
        assertEquals(
                "SCRAM-SHA512 SCRAM-SHA256 SCRAM-SHA1 PLAIN",
                peer.ask(KvFrame.of(LIST)).require(0).text());
    }

    @ParameterizedTest
    @EnumSource(names = {"SCRAM_SHA_512", "SCRAM_SHA_256", "SCRAM_SHA_1"})
    void passwordIsProvenWithoutBeingSent(ScramMechanism mechanism) throws IOException {
        KvAnswer answer = peer.scram(mechanism, "Administrator", "password", "fyko+d2lbbFgONRv9qkxdawL");
        assertTrue(answer.require(0).text().startsWith("v="), answer.text());
        peer.ask(KvFrame.of(SELECT).key("default")).require(0);
    }

    @Test
    void nonceMayHaveSpaces() throws IOException {
        peer.scram(ScramMechanism.SCRAM_SHA_512, "Administrator", "password", "0x46 0x50 0xffffffbc 0x1=2")
                .require(0);
    }

    @ParameterizedTest
    @CsvSource({"Administrator, wrong", "nobody, password"})
    void wrongProofIsRefusedAlikeForThoseWhoExistAndThoseWhoDoNot(String user, String password) throws IOException {
        peer.scram(ScramMechanism.SCRAM_SHA_256, user, password, "abc").require(0x20);
        peer.ask(KvFrame.of(SELECT).key("default")).require(0x24);
    }

    @Test
    void malformedLoginsAreRefused() throws IOException {
        peer.ask(KvFrame.of(AUTH).key("CRAM-MD5").value("x")).require(0x20);
        peer.ask(KvFrame.of(AUTH).key("PLAIN").value("Administrator")).require(4);
        peer.ask(KvFrame.of(AUTH).key("PLAIN").value("\0Administrator\0wrong")).require(0x20);
        peer.ask(KvFrame.of(AUTH).key("SCRAM-SHA512").value("p=x,,n=a,r=b")).require(4);
        peer.ask(KvFrame.of(AUTH).key("SCRAM-SHA512").value("n,,n=a")).require(4);
        peer.ask(KvFrame.of(STEP).key("SCRAM-SHA512").value("c=biws,r=x,p=y")).require(4);
        peer.ask(KvFrame.of(AUTH).key("SCRAM-SHA512").value("n,,n=a,r=b")).require(0x21);
        peer.ask(KvFrame.of(STEP).key("SCRAM-SHA1").value("c=biws,r=b,p=y")).require(0x20);
        peer.ask(KvFrame.of(STEP).key("SCRAM-SHA512").value("c=biws,r=b,p=y")).require(4);
    }

    @Test
    void bucketIsChosenBehindTheLastStepInOneFlight() throws IOException {
        ByteArrayOutputStream flight = new ByteArrayOutputStream();
        flight.writeBytes(KvFrame.of(HELLO).value(new byte[] {0, 7}).bytes());
        flight.writeBytes(KvFrame.of(ERROR_MAP).value(new byte[] {0, 2}).bytes());
        flight.writeBytes(KvFrame.of(LIST).bytes());
        flight.writeBytes(
                KvFrame.of(AUTH).key("PLAIN").value("\0Administrator\0password").bytes());
        flight.writeBytes(KvFrame.of(SELECT).key("default").bytes());
        flight.writeBytes(KvFrame.of(CONFIG).bytes());
        peer.send(flight.toByteArray());
        for (int opcode : new int[] {HELLO, ERROR_MAP, LIST, AUTH, SELECT, CONFIG}) {
            assertEquals(opcode, peer.receive().require(0).opcode());
        }
    }

    @Test
    void strangerIsAnsweredNothingButTheHandshake() throws IOException {
        for (int opcode : new int[] {SELECT, CONFIG, MANIFEST, COLLECTION_ID}) {
            peer.ask(KvFrame.of(opcode).key("default")).require(0x24);
        }
        peer.ask(KvFrame.of(0x0a)).require(0);
        assertEquals(
                "7.6.4-0000-enterprise", peer.ask(KvFrame.of(0x0b)).require(0).text());
    }

    @Test
    void bucketThatIsNotThereOrNotForHimIsRefused() throws IOException {
        peer.login(CouchbaseUser.INSTALLED).require(0);
        peer.ask(KvFrame.of(SELECT).key("none")).require(1);
        peer.ask(KvFrame.of(MANIFEST)).require(8);
        peer.login(CouchbaseFixture.WATCHER).require(0);
        peer.ask(KvFrame.of(SELECT).key("default")).require(0x24);
        peer.ask(KvFrame.of(SELECT).key("none")).require(0x24);
    }

    @Test
    void configurationIsThatOfTheBucketOrOfTheNode() throws IOException {
        peer.login(CouchbaseUser.INSTALLED).require(0);
        JsonNode global =
                CouchbaseJson.read(peer.ask(KvFrame.of(CONFIG)).require(0).value());
        assertEquals(
                fixture.ports().keyValue(), global.at("/nodesExt/0/services/kv").intValue());
        assertTrue(global.path("nodeLocator").isMissingNode());
        peer.ask(KvFrame.of(SELECT).key("default")).require(0);
        KvAnswer answer = peer.ask(KvFrame.of(CONFIG)).require(0);
        JsonNode config = CouchbaseJson.read(answer.value());
        assertEquals("vbucket", config.get("nodeLocator").stringValue());
        assertEquals(1_024, config.at("/vBucketServerMap/vBucketMap").size());
    }

    @Test
    void configurationThatIsKnownIsNotSentAgain() throws IOException {
        enter();
        JsonNode config =
                CouchbaseJson.read(peer.ask(KvFrame.of(CONFIG)).require(0).value());
        int epoch = config.get("revEpoch").intValue();
        int revision = config.get("rev").intValue();
        int[] same = {0, 0, 0, 0, 0, 0, 0, epoch, 0, 0, 0, 0, 0, 0, 0, revision};
        assertEquals(0, peer.ask(KvFrame.of(CONFIG).extras(same)).require(0).value().length);
        int[] earlier = {0, 0, 0, 0, 0, 0, 0, epoch, 0, 0, 0, 0, 0, 0, 0, revision - 1};
        assertTrue(peer.ask(KvFrame.of(CONFIG).extras(earlier)).require(0).value().length > 0);
        peer.ask(KvFrame.of(CONFIG).extras(1, 2, 3)).require(4);
    }

    @Test
    void collectionsAreFoundByTheirPaths() throws IOException {
        enter(0x12);
        JsonNode manifest =
                CouchbaseJson.read(peer.ask(KvFrame.of(MANIFEST)).require(0).value());
        long uid = Long.parseLong(manifest.get("uid").stringValue(), 16);
        for (String path : new String[] {"_default._default", ".", "_default.", "._default"}) {
            KvAnswer found = peer.ask(KvFrame.of(COLLECTION_ID).value(path)).require(0);
            assertEquals(uid, found.extrasLong(0));
            assertEquals(0, found.extrasInt(8));
        }
        assertEquals(
                8, peer.ask(KvFrame.of(SCOPE_ID).value("_system")).require(0).extrasInt(8));
        KvAnswer missing =
                peer.ask(KvFrame.of(COLLECTION_ID).value("_default.none")).require(0x88);
        assertEquals("{\"manifest_uid\":\"" + Long.toHexString(uid) + "\"}", missing.text());
        peer.ask(KvFrame.of(COLLECTION_ID).value("none._default")).require(0x8c);
        peer.ask(KvFrame.of(SCOPE_ID).value("none")).require(0x8c);
        peer.ask(KvFrame.of(COLLECTION_ID).value("a.b.c")).require(4);
        peer.ask(KvFrame.of(COLLECTION_ID).value("a")).require(4);
        peer.ask(KvFrame.of(COLLECTION_ID).value("a b.c")).require(4);
    }

    @Test
    void changeIsPushedInWholeOrAsAWord() throws IOException {
        enter(0x0c, 0x0d);
        try (KvPeer brief = fixture.login(0x0c, 0x1f);
                KvPeer neither = fixture.login(0x0c)) {
            fixture.buckets().update(bucket(), bucket().settings());
            KvAnswer pushed = peer.receive();
            assertEquals(0x82, pushed.magic());
            assertEquals(1, pushed.opcode());
            assertEquals("default", pushed.keyText());
            assertEquals(
                    pushed.extrasLong(8),
                    CouchbaseJson.read(pushed.value()).get("rev").longValue());
            KvAnswer word = brief.receive();
            assertEquals("default", word.keyText());
            assertEquals(0, word.value().length);
            assertEquals(fixture.buckets().revision(), word.extrasLong(8));
            peer.send(KvFrame.of(1).magic(0x83).bytes());
            peer.ask(KvFrame.of(0x0a)).require(0);
            assertEquals(0x81, neither.ask(KvFrame.of(0x0a)).require(0).magic());
        }
    }

    @Test
    void connectionEndsWithItsBucket() throws IOException {
        fixture.buckets().create("other", settings());
        peer.login(CouchbaseUser.INSTALLED).require(0);
        peer.ask(KvFrame.of(SELECT).key("other")).require(0);
        fixture.buckets().drop(Objects.requireNonNull(fixture.buckets().find("other")));
        assertTrue(peer.isClosedByServer());
    }

    @Test
    void quitIsAnsweredAndItsQuietFormIsNot() throws IOException {
        peer.ask(KvFrame.of(0x07)).require(0);
        assertTrue(peer.isClosedByServer());
        try (KvPeer quiet = fixture.connect()) {
            quiet.send(KvFrame.of(0x17).bytes());
            assertTrue(quiet.isClosedByServer());
        }
    }

    @Test
    void unknownIsAnsweredAsSuch() throws IOException {
        enter(0x07, 0x0b);
        peer.ask(KvFrame.of(0x60)).require(0x81);
        peer.ask(KvFrame.of(0x0a).framing(0x70)).require(0x80);
        peer.ask(KvFrame.of(0x0a).framing(0x00)).require(0);
        peer.ask(KvFrame.of(0x0a).framing(0x13)).require(4);
        KvAnswer impersonated = peer.ask(KvFrame.of(0x0a).framing(0x41, 'a')).require(0x83);
        assertEquals(1, impersonated.datatype());
        assertNotNull(
                CouchbaseJson.read(impersonated.value()).at("/error/context").stringValue());
        peer.ask(KvFrame.of(0x0a).framing(0x50)).require(0x83);
        peer.ask(KvFrame.of(0x0a).framing(0x11, 1)).require(0x83);
        peer.ask(KvFrame.of(0x0a).framing(0x11, 9)).require(0xa0);
        peer.ask(KvFrame.of(0x0a).framing(0x51, 1)).require(4);
    }

    @Test
    void durationIsToldWhereItIsAskedFor() throws IOException {
        peer.hello(0x0f).require(0);
        assertEquals(0x18, peer.ask(KvFrame.of(0x0a)).require(0).magic());
    }

    private dev.mayfly.face.couchbase.bucket.Bucket bucket() {
        return Objects.requireNonNull(fixture.buckets().find("default"));
    }

    private BucketSettings settings() {
        return bucket().settings();
    }
}
