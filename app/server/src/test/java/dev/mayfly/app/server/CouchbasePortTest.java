package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.face.couchbase.bucket.NodePorts;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The three ports of the couchbase face. */
final class CouchbasePortTest {
    private static final int NOOP = 0x0a;
    private static final int SASL_AUTH = 0x21;
    private static final int SUCCESS = 0;
    private static final int AUTH_ERROR = 0x20;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void bannerSaysWhatToPaste() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            NodePorts ports = fixture.server.couchbasePorts();
            String expected =
                    "couchbase://127.0.0.1:%d=kv,127.0.0.1:%d=manager".formatted(ports.keyValue(), ports.management());
            assertEquals(expected, fixture.server.connectionString(FaceName.COUCHBASE));
            String banner = Banner.of(fixture.server);
            assertTrue(banner.contains(expected + "  user Administrator, password password"), banner);
        }
        InetAddress here = InetAddress.getLoopbackAddress();
        assertEquals(
                "couchbase://127.0.0.1", ConnectionStrings.couchbase(here, new NodePorts(11210, 8091, 8093, false)));
        assertEquals(
                "couchbase://127.0.0.1:11310",
                ConnectionStrings.couchbase(here, new NodePorts(11310, 8091, 8093, false)));
    }

    @Test
    void everyPortTellsEncryptedFromPlainByTheFirstByte() throws Exception {
        Map<Setting, String> flags = Map.of(
                Setting.DATA, folder.resolve("data").toString(),
                Setting.TLS, "auto",
                Setting.FACES, "couchbase",
                Setting.CLOCK, "virtual");
        try (ServerFixture fixture = new ServerFixture(flags)) {
            NodePorts ports = fixture.server.couchbasePorts();
            assertTrue(ports.encrypted());
            assertTrue(fixture.server.connectionString(FaceName.COUCHBASE).startsWith("couchbases://"));
            for (boolean isEncrypted : new boolean[] {false, true}) {
                try (Socket socket = connect(ports.keyValue(), isEncrypted)) {
                    assertEquals(SUCCESS, ask(socket, NOOP, "", ""));
                }
                for (int port : new int[] {ports.management(), ports.query()}) {
                    try (Socket socket = connect(port, isEncrypted)) {
                        assertTrue(get(socket).startsWith("HTTP/1.1 "));
                    }
                }
            }
        }
    }

    @Test
    void installedPasswordOpensNothingOnceUsersAreConfigured() throws Exception {
        Path file = folder.resolve("mayfly.yaml");
        Files.writeString(file, "auth: {users: [{name: ann, password: secret}]}");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Map<Setting, String> flags = Map.of(
                Setting.IN_MEMORY, "true",
                Setting.FACES, "couchbase",
                Setting.COUCHBASE_PORT, "0",
                Setting.KV_PORT, "0",
                Setting.QUERY_PORT, "0");
        try (ServerFixture fixture = new ServerFixture(ConfigReader.read(flags, Map.of(), file))) {
            int port = fixture.server.couchbasePorts().keyValue();
            try (Socket socket = connect(port, false)) {
                assertEquals(AUTH_ERROR, ask(socket, SASL_AUTH, "PLAIN", "\0Administrator\0password"));
                assertEquals(SUCCESS, ask(socket, SASL_AUTH, "PLAIN", "\0ann\0secret"));
            }
            String banner = Banner.of(fixture.server);
            assertTrue(banner.contains("user ann, password PASSWORD"), banner);
            assertFalse(banner.contains("secret"), banner);
        }
    }

    @Test
    void operationsAreCountedAsThoseOfOtherFaces() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            try (Socket socket = connect(fixture.server.couchbasePorts().keyValue(), false)) {
                assertEquals(SUCCESS, ask(socket, NOOP, "", ""));
            }
            String metrics = fixture.get("/metrics").body();
            assertTrue(metrics.contains("mayfly_request_seconds_count{face=\"couchbase-kv\",op=\"noop\"} 1"), metrics);
        }
    }

    private static Socket connect(int port, boolean isEncrypted) throws Exception {
        Socket plain = new Socket(InetAddress.getLoopbackAddress(), port);
        plain.setSoTimeout(20_000);
        if (!isEncrypted) {
            return plain;
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Gullible()}, null);
        return context.getSocketFactory().createSocket(plain, "localhost", port, true);
    }

    /** The status of the answer. */
    private static int ask(Socket socket, int opcode, String key, String value) throws IOException {
        byte[] keyBytes = key.getBytes(StandardCharsets.UTF_8);
        byte[] valueBytes = value.getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(24 + keyBytes.length + valueBytes.length);
        frame.put((byte) 0x80).put((byte) opcode).putShort((short) keyBytes.length);
        frame.putInt(8, keyBytes.length + valueBytes.length).position(24);
        frame.put(keyBytes).put(valueBytes);
        socket.getOutputStream().write(frame.array());
        socket.getOutputStream().flush();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        ByteBuffer header = ByteBuffer.wrap(in.readNBytes(24));
        in.skipNBytes(header.getInt(8));
        return header.getShort(6);
    }

    private static String get(Socket socket) throws IOException {
        socket.getOutputStream()
                .write("GET /pools HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
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
