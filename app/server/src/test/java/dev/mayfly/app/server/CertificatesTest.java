package dev.mayfly.app.server;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ServerConfig;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.base.clock.SystemClock;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The certificate that the server makes itself, by the machine's clock. */
final class CertificatesTest {
    @TempDir
    private Path folder = Path.of("");

    private static Instant now() {
        return Instant.ofEpochMilli(SystemClock.INSTANCE.wallMillis());
    }

    private ServerConfig config() throws Exception {
        return ServerFixture.config(Map.of(Setting.DATA, folder.toString(), Setting.TLS, "auto"));
    }

    private static X509Certificate read(String pem) throws Exception {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
    }

    private void keep(Duration left) throws Exception {
        X509Bundle old = new CertificateBuilder()
                .subject("CN=old")
                .setIsCertificateAuthority(true)
                .notBefore(now().minus(Duration.ofDays(400)))
                .notAfter(now().plus(left))
                .buildSelfSigned();
        Path file = folder.resolve("certificate.pem");
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, old.getCertificatePathPEM() + old.getPrivateKeyPEM());
    }

    @Test
    void certificateIsGoodForYears() throws Exception {
        X509Certificate made = read(Certificates.own(config()).chain());
        assertTrue(made.getNotBefore().toInstant().isBefore(now()));
        assertTrue(made.getNotAfter().toInstant().isAfter(now().plus(Duration.ofDays(3_600))));
    }

    @Test
    void certificateThatEndsSoonIsMadeAnew() throws Exception {
        keep(Duration.ofDays(29));
        X509Certificate presented = read(Certificates.own(config()).chain());
        assertNotEquals("CN=old", presented.getSubjectX500Principal().getName());
        assertTrue(presented.getNotAfter().toInstant().isAfter(now().plus(Duration.ofDays(3_600))));
    }

    @Test
    void certificateWithTimeLeftIsKept() throws Exception {
        keep(Duration.ofDays(31));
        X509Certificate presented = read(Certificates.own(config()).chain());
        assertEquals("CN=old", presented.getSubjectX500Principal().getName());
    }

    @Test
    void keptFileWithoutItsKeyIsRefusedByName() throws Exception {
        keep(Duration.ofDays(31));
        Path file = folder.resolve("certificate.pem");
        String whole = Files.readString(file);
        for (String broken : List.of(
                whole.substring(0, whole.indexOf("-----BEGIN PRIVATE KEY")),
                whole.replaceFirst("(BEGIN PRIVATE KEY-----\\s*)....", "$1AAAA"))) {
            Files.writeString(file, broken);
            ConfigException refused = assertThrows(ConfigException.class, () -> Certificates.own(config()));
            assertTrue(requireNonNull(refused.getMessage()).contains(file.toString()), refused.getMessage());
        }
    }
}
