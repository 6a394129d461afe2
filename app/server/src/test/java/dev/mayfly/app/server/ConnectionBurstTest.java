package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.face.cosmos.session.CosmosKeys;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A thousand connections of one address, opened at once, as a restarted application opens its pools. */
final class ConnectionBurstTest {
    private static final int CONNECTIONS = 1_000;
    private static final int STRANGERS = 200;
    private static final int TIMEOUT_MILLIS = 60_000;
    private static final String HTTP_OK = "HTTP/1.1 200";
    /** The header of an answer to SASL_AUTH up to its status, which is 0. */
    private static final String LOGGED_IN = "\u0081!\0\0\0\0\0\0";

    @TempDir
    private Path folder = Path.of("");

    @Test
    void mongoServesAllThatOpenAtOnce() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            int port = fixture.server.port(FaceName.MONGO);
            assertEquals(CONNECTIONS, served(port, hello(), "\u0001ok"));
        }
    }

    @Test
    void cosmosServesAllThatOpenAtOnce() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            assertEquals(CONNECTIONS, served(fixture.server.port(FaceName.COSMOS), account(), HTTP_OK));
        }
    }

    @Test
    void keysAndValuesServesAllThatLogInAtOnce() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            assertEquals(CONNECTIONS, served(fixture.server.keyValuePort(), plainLogin(), LOGGED_IN));
        }
    }

    @Test
    void managementServesAllThatLogInAtOnce() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            byte[] request = get("/pools/default", "Authorization: " + basic("Administrator", "password"));
            assertEquals(CONNECTIONS, served(fixture.server.port(FaceName.COUCHBASE), request, HTTP_OK));
        }
    }

    @Test
    void queriesServesAllThatLogInAtOnce() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            byte[] request = get("/admin/prepareds", "Authorization: " + basic("Administrator", "password"));
            assertEquals(CONNECTIONS, served(fixture.server.queryPort(), request, HTTP_OK));
        }
    }

    @Test
    void adminServesAllThatOpenAtOnce() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            byte[] request = get("/api/v1/clock", "Accept: */*");
            assertEquals(CONNECTIONS, served(fixture.server.port(FaceName.ADMIN), request, HTTP_OK));
        }
    }

    @Test
    void adminServesAllThatLogInAtOnce() throws Exception {
        try (ServerFixture fixture = closed()) {
            byte[] request = get("/api/v1/clock", "Authorization: " + basic("ann", "secret"));
            assertEquals(CONNECTIONS, served(fixture.server.port(FaceName.ADMIN), request, HTTP_OK));
        }
    }

    @Test
    void slowStrangersHinderNoClientOfTheSameAddress() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            byte[] login = get("/pools/default", "Authorization: " + basic("Administrator", "password"));
            byte[] query = get("/admin/prepareds", "Authorization: " + basic("Administrator", "password"));
            assertServedBesideStrangers(fixture.server.port(FaceName.MONGO), hello(), "\u0001ok");
            assertServedBesideStrangers(fixture.server.port(FaceName.COSMOS), account(), HTTP_OK);
            assertServedBesideStrangers(fixture.server.keyValuePort(), plainLogin(), LOGGED_IN);
            assertServedBesideStrangers(fixture.server.port(FaceName.COUCHBASE), login, HTTP_OK);
            assertServedBesideStrangers(fixture.server.queryPort(), query, HTTP_OK);
            assertServedBesideStrangers(
                    fixture.server.port(FaceName.ADMIN), get("/api/v1/clock", "Accept: */*"), HTTP_OK);
        }
    }

    /** Each stranger sends the first byte of a request and then nothing. */
    private static void assertServedBesideStrangers(int port, byte[] request, String expected) throws IOException {
        List<Socket> strangers = new ArrayList<>();
        try {
            for (int i = 0; i < STRANGERS; i++) {
                Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port);
                stranger.getOutputStream().write(request[0]);
                strangers.add(stranger);
            }
            try (Socket client = connect(port)) {
                assertEquals(expected, ask(client, request, expected));
            }
        } finally {
            for (Socket stranger : strangers) {
                stranger.close();
            }
        }
    }

    /** Counts the connections that are answered twice, all of them open between the two answers. */
    private static int served(int port, byte[] request, String expected) throws Exception {
        Phaser allAnswered = new Phaser(CONNECTIONS);
        Callable<Boolean> peer = () -> {
            try (Socket socket = connect(port)) {
                boolean first = ask(socket, request, expected).equals(expected);
                allAnswered.arriveAndAwaitAdvance();
                return first && ask(socket, request, expected).equals(expected);
            } catch (IOException _) {
                allAnswered.arriveAndDeregister();
                return false;
            }
        };
        int served = 0;
        try (ExecutorService peers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> answers = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                answers.add(peers.submit(peer));
            }
            for (Future<Boolean> answer : answers) {
                served += answer.get() ? 1 : 0;
            }
        }
        return served;
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }

    /** Sends a request and reads until the expected text has come; answers what came if it ends before. */
    private static String ask(Socket socket, byte[] request, String expected) throws IOException {
        socket.getOutputStream().write(request);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        StringBuilder received = new StringBuilder();
        byte[] part = new byte[1 << 14];
        while (received.indexOf(expected) < 0) {
            int length = in.read(part);
            if (length < 0) {
                return received.toString();
            }
            received.append(new String(part, 0, length, StandardCharsets.ISO_8859_1));
        }
        return expected;
    }

    private static byte[] get(String path, String field) {
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + field + "\r\n\r\n";
        return request.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String basic(String name, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] account() throws Exception {
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                Instant.ofEpochMilli(SystemClock.INSTANCE.wallMillis()).atZone(ZoneOffset.UTC));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(CosmosKeys.EMULATOR), "HmacSHA256"));
        byte[] signed =
                mac.doFinal(("get\n\n\n" + date.toLowerCase(Locale.ROOT) + "\n\n").getBytes(StandardCharsets.UTF_8));
        String token = "type=master&ver=1.0&sig=" + Base64.getEncoder().encodeToString(signed);
        return get("/", "x-ms-date: " + date + "\r\nauthorization: " + token);
    }

    private static byte[] hello() {
        org.bson.ByteBuf body =
                RawBsonDocument.parse("{hello: 1, $db: \"admin\"}").getByteBuffer();
        ByteBuffer message = ByteBuffer.allocate(21 + body.remaining()).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(message.capacity())
                .putInt(1)
                .putInt(0)
                .putInt(2013)
                .putInt(0)
                .put((byte) 0);
        while (body.hasRemaining()) {
            message.put(body.get());
        }
        return message.array();
    }

    /** SASL PLAIN of the key-value protocol: the mechanism is the key, the credentials are the value. */
    private static byte[] plainLogin() {
        byte[] mechanism = "PLAIN".getBytes(StandardCharsets.UTF_8);
        byte[] credentials = "\0Administrator\0password".getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(24 + mechanism.length + credentials.length);
        frame.put((byte) 0x80)
                .put((byte) 0x21)
                .putShort((short) mechanism.length)
                .putInt(0);
        frame.putInt(mechanism.length + credentials.length).putInt(1).putLong(0);
        return frame.put(mechanism).put(credentials).array();
    }

    private ServerFixture closed() throws Exception {
        Path file = folder.resolve("mayfly.yaml");
        Files.writeString(file, """
                in-memory: true
                auth:
                  mode: required
                  users:
                    - {name: ann, password: secret}
                faces: {enabled: [mongo, admin], mongo: {port: 0}, admin: {port: 0}}
                """);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return new ServerFixture(ConfigReader.read(Map.of(Setting.CLOCK, "virtual"), Map.of(), file));
    }
}
