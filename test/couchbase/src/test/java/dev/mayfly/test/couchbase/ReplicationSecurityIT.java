package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.Setting;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replication to a server that encrypts. */
final class ReplicationSecurityIT {
    @TempDir
    private Path folder = Path.of("");

    private ReplicationPair pair;
    private String certificate = "";

    @BeforeEach
    void start() throws Exception {
        pair = ReplicationPair.start(Map.of(Setting.TLS, "auto", Setting.DATA, folder.toString()));
        certificate = certificateIn(folder);
    }

    /** The certificate in a data folder, without its key. */
    private static String certificateIn(Path data) throws IOException {
        String pem = Files.readString(data.resolve("certificate.pem"));
        String end = "-----END CERTIFICATE-----";
        return pem.substring(0, pem.indexOf(end) + end.length()) + "\n";
    }

    @AfterEach
    void stop() {
        pair.close();
    }

    private Rest.Answer connect(String... settings) {
        return ReplicationPair.connect(pair.source(), pair.target(), settings);
    }

    private void replicateOne() throws Exception {
        pair.replicate();
        pair.here().upsert("k", 1);
        pair.awaitTold("mutation", "k");
        assertEquals(pair.original("k").cas(), pair.copy("k").cas());
    }

    @Test
    void everythingIsEncryptedIfThatIsDemanded() throws Exception {
        String shown = connect("demandEncryption", "1", "certificate", certificate)
                .require(200)
                .body();
        assertTrue(shown.contains("\"secureType\":\"full\""), shown);
        assertTrue(shown.contains("\"demandEncryption\":true"), shown);
        assertTrue(shown.contains("BEGIN CERTIFICATE"), shown);
        replicateOne();
    }

    @Test
    void theLoginAloneIsProtectedByHalfOfIt() throws Exception {
        String shown = connect("secureType", "half", "certificate", certificate)
                .require(200)
                .body();
        assertTrue(shown.contains("\"encryptionType\":\"half\""), shown);
        replicateOne();
    }

    @Test
    void aCertificateThatHasNotSignedIsRefused() throws Exception {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        try (LocalServer other = LocalServer.start(Map.of(Setting.TLS, "auto", Setting.DATA, elsewhere.toString()))) {
            assertTrue(other.endpoint().kvPort() > 0);
            String foreign = certificateIn(elsewhere);
            for (String level : new String[] {"half", "full"}) {
                Rest.Answer refused = connect("secureType", level, "certificate", foreign);
                assertTrue(refused.require(400).body().contains("hostname"), refused.body());
            }
        }
        assertEquals("[]", pair.source().rest().get(ReplicationPair.REMOTES).body());
    }

    @Test
    void aClientsCertificateTakesThePlaceOfAPassword() throws Exception {
        try (CertificateGateway gateway = CertificateGateway.start(pair.target())) {
            X509Bundle client = gateway.signed("CN=replicator");
            String[] asked = {
                "name",
                "other",
                "hostname",
                gateway.hostname(),
                "secureType",
                "full",
                "certificate",
                gateway.authority(),
                "clientCertificate",
                client.getCertificatePEM(),
                "clientKey",
                client.getPrivateKeyPEM()
            };
            String shown = pair.source()
                    .rest()
                    .post(ReplicationPair.REMOTES, asked)
                    .require(200)
                    .body();
            assertTrue(shown.contains("\"clientCertificate\""), shown);
            assertFalse(shown.contains("PRIVATE KEY"), shown);
            replicateOne();
            assertEquals(Set.of("CN=replicator manages", "CN=replicator connects"), Set.copyOf(gateway.seen()));
            X509Bundle old = gateway.signedByRsa("CN=older");
            String[] renewed = with(
                    with(
                            without(without(asked, "clientCertificate"), "clientKey"),
                            "clientCertificate",
                            old.getCertificatePEM()),
                    "clientKey",
                    pkcs1(old));
            pair.source()
                    .rest()
                    .post(ReplicationPair.REMOTES + "/other", renewed)
                    .require(200);
            assertTrue(gateway.seen().contains("CN=older manages"));
            assertRefused("username", with(asked, "username", "Administrator"));
            assertRefused("clientKey", without(asked, "clientKey"));
            assertRefused("clientCertificate", without(asked, "clientCertificate"));
            assertRefused("clientCertificate", with(without(asked, "secureType"), "secureType", "half"));
            assertRefused("clientCertificate", with(without(asked, "clientKey"), "clientKey", "none"));
            // A server that does not ask for certificates hears neither a user nor a password.
            pair.source()
                    .rest()
                    .post(
                            ReplicationPair.REMOTES,
                            with(
                                    without(asked, "hostname"),
                                    "hostname",
                                    pair.target().endpoint().management().getAuthority()))
                    .require(400);
        }
    }

    /** The key in the form of RSA alone: what the other form has behind its head of 26 bytes. */
    private static String pkcs1(X509Bundle rsa) {
        byte[] pkcs8 = rsa.getKeyPair().getPrivate().getEncoded();
        String text = Base64.getMimeEncoder().encodeToString(Arrays.copyOfRange(pkcs8, 26, pkcs8.length));
        return "-----BEGIN RSA PRIVATE KEY-----\n" + text + "\n-----END RSA PRIVATE KEY-----\n";
    }

    private void assertRefused(String field, String... settings) {
        Rest.Answer refused =
                pair.source().rest().post(ReplicationPair.REMOTES, settings).require(400);
        assertTrue(refused.body().contains("\"" + field + "\""), refused.body());
    }

    private static String[] with(String[] settings, String name, String value) {
        String[] more = Arrays.copyOf(settings, settings.length + 2);
        more[settings.length] = name;
        more[settings.length + 1] = value;
        return more;
    }

    private static String[] without(String[] settings, String name) {
        int at = Arrays.asList(settings).indexOf(name);
        String[] fewer = Arrays.copyOf(settings, settings.length - 2);
        System.arraycopy(settings, at + 2, fewer, at, settings.length - at - 2);
        return fewer;
    }

    @Test
    void encryptionNeedsACertificateAndAServerThatEncrypts() throws Exception {
        connect("secureType", "full").require(400);
        connect("secureType", "half").require(400);
        connect("secureType", "full", "certificate", "none").require(400);
        connect("secureType", "some").require(400);
        connect("demandEncryption", "1", "certificate", certificate, "clientCertificate", "x")
                .require(400);
        try (LocalServer plain = LocalServer.start(Map.of())) {
            ReplicationPair.connect(pair.source(), plain, "secureType", "full", "certificate", certificate)
                    .require(400);
        }
    }
}
