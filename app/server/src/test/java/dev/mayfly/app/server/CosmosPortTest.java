package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The port of the cosmos face: encrypted and plain, by the certificate that it hands out. */
final class CosmosPortTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void certificateIsHandedOutAndTrustedAlsoWhereNothingIsEncrypted() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            String pem = pem(fixture);
            assertTrue(pem.startsWith("-----BEGIN CERTIFICATE-----"), pem);
            assertFalse(pem.contains("PRIVATE KEY"), pem);
            assertEquals(200, secureStatus(fixture, pem));
        }
    }

    @Test
    void certificateIsKeptInTheDataFolder() throws Exception {
        Map<Setting, String> flags = Map.of(Setting.DATA, folder.resolve("data").toString(), Setting.CLOCK, "virtual");
        String first;
        try (ServerFixture fixture = new ServerFixture(flags)) {
            first = pem(fixture);
            assertEquals(200, secureStatus(fixture, first));
        }
        try (ServerFixture fixture = new ServerFixture(flags)) {
            assertEquals(first, pem(fixture));
        }
        assertTrue(Files.readString(folder.resolve("data/certificate.pem")).startsWith(first.strip()));
    }

    @Test
    void connectionStringCanBePasted() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            String pasted = fixture.server.connectionString(FaceName.COSMOS);
            String expected = "AccountEndpoint=https://localhost:" + fixture.server.port(FaceName.COSMOS)
                    + "/;AccountKey=C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==;";
            assertEquals(expected, pasted);
        }
    }

    private static String pem(ServerFixture fixture) throws Exception {
        URI uri = URI.create("http://localhost:" + fixture.server.port(FaceName.COSMOS) + "/_explorer/emulator.pem");
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer =
                    client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
            assertEquals(200, answer.statusCode());
            return answer.body();
        }
    }

    private static int secureStatus(ServerFixture fixture, String pem) throws Exception {
        URI uri = URI.create("https://localhost:" + fixture.server.port(FaceName.COSMOS) + "/_explorer/emulator.pem");
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(trusting(pem)).build()) {
            return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }

    private static SSLContext trusting(String pem) throws Exception {
        InputStream text = new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
        Certificate certificate = CertificateFactory.getInstance("X.509").generateCertificate(text);
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("mayfly", certificate);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
