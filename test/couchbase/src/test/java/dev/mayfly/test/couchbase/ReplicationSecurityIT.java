package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
