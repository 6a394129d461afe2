package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ListeningTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void takenPortIsNamedWithTheOptionThatChangesIt() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            String port = String.valueOf(fixture.server.port(FaceName.ADMIN));
            StartupException refused = assertThrows(
                    StartupException.class,
                    () -> new ServerFixture(Map.of(Setting.IN_MEMORY, "true", Setting.ADMIN_PORT, port)));
            String message = String.valueOf(refused.getMessage());
            assertTrue(message.contains("127.0.0.1:" + port) && message.contains("--http-port"), message);
        }
    }

    @Test
    void ownCertificateIsKeptForItsOwnerAlone() throws Exception {
        Path data = folder.resolve("data");
        byte[] first;
        try (ServerFixture fixture = encrypted(data)) {
            first = certificate(fixture);
            assertEquals(200, fixture.get("/health/live").status());
        }
        Path file = data.resolve("certificate.pem");
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        try (ServerFixture fixture = encrypted(data)) {
            assertEquals(
                    new String(first, StandardCharsets.ISO_8859_1),
                    new String(certificate(fixture), StandardCharsets.ISO_8859_1));
            assertTrue(fixture.server.connectionString(FaceName.ADMIN).startsWith("https://"));
        }
    }

    @Test
    void bannerSaysWhatToPaste() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            String banner = Banner.of(fixture.server);
            assertTrue(banner.contains(fixture.server.connectionString(FaceName.ADMIN)), banner);
            assertTrue(banner.contains("virtual, standing still at " + ServerFixture.START), banner);
            assertTrue(banner.contains("in memory"), banner);
        }
    }

    private static ServerFixture encrypted(Path data) throws Exception {
        return new ServerFixture(Map.of(Setting.DATA, data.toString(), Setting.TLS, "auto", Setting.CLOCK, "virtual"));
    }

    private static byte[] certificate(ServerFixture fixture) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Gullible()}, null);
        try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), fixture.server.port(FaceName.ADMIN));
                SSLSocket socket = (SSLSocket)
                        context.getSocketFactory().createSocket(plain, "localhost", plain.getPort(), true)) {
            socket.startHandshake();
            say(socket.getOutputStream());
            return socket.getSession().getPeerCertificates()[0].getEncoded();
        }
    }

    private static void say(OutputStream stream) throws IOException {
        stream.write("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        stream.flush();
    }

    private static final class Gullible implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
