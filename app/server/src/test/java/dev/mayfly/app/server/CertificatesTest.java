package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    void certificateIsItsOwnAuthorityForTheNamesOfTheServer() throws Exception {
        X509Certificate made = read(
                Certificates.own(ServerFixture.config(Map.of(Setting.DATA, folder.toString(), Setting.HOSTS, "db.example")))
                        .chain());
        made.verify(made.getPublicKey());
        assertEquals(Integer.MAX_VALUE, made.getBasicConstraints());
        assertEquals("CN=mayfly", made.getSubjectX500Principal().getName());
        assertEquals(
                List.of(
                        List.of(2, "localhost"),
                        List.of(2, "db.example"),
                        List.of(7, "127.0.0.1"),
                        List.of(7, "0:0:0:0:0:0:0:1")),
                List.copyOf(made.getSubjectAlternativeNames()));
    }

    @Test
    void certificatesMayLastBeyondTheYear2050() {
        Instant from = Instant.parse("2049-12-31T23:59:59Z");
        Instant until = Instant.parse("2060-01-01T00:00:00Z");
        X509Certificate made =
                SelfSigned.make(from, until, List.of("localhost"), List.of()).certificate();
        assertEquals(from, made.getNotBefore().toInstant());
        assertEquals(until, made.getNotAfter().toInstant());
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
}
