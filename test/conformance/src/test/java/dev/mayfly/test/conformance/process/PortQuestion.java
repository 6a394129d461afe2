package dev.mayfly.test.conformance.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.SystemClock;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** One exchange with a port of the server that needs no other before it, over the same connection again and again. */
interface PortQuestion {
    void ask(Socket socket) throws IOException;

    /** Returns a question for each port of a server that has all faces. */
    static Map<Integer, PortQuestion> ofAllPorts(ServerProcess server) throws IOException {
        String login =
                "Authorization: Basic " + Base64.getEncoder().encodeToString("Administrator:password".getBytes(UTF_8));
        int management = server.managementPort();
        String cosmos = server.connectionString("cosmos");
        Map<Integer, PortQuestion> ports = new LinkedHashMap<>();
        ports.put(server.port(), PortQuestion::ping);
        ports.put(server.kvPort(), PortQuestion::logIn);
        ports.put(management, socket -> get(socket, "/pools/default", login));
        ports.put(queryPort(management, login), socket -> get(socket, "/admin/prepareds", login));
        ports.put(
                Integer.parseInt(part(cosmos, "AccountEndpoint=https://[^:]+:(\\d+)"), 10),
                account(part(cosmos, "AccountKey=([^;]+)")));
        ports.put(server.port("admin"), socket -> get(socket, "/api/v1/clock", "Accept: */*"));
        return ports;
    }

    private static int queryPort(int management, String login) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), management)) {
            return Integer.parseInt(part(get(socket, "/pools/default/nodeServices", login), "\"n1ql\":(\\d+)"), 10);
        }
    }

    private static String part(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertTrue(matcher.find(), text);
        return matcher.group(1);
    }

    private static void ping(Socket socket) throws IOException {
        socket.getOutputStream().write(FuzzFrames.ping(1));
        DataInputStream input = new DataInputStream(socket.getInputStream());
        input.skipNBytes(Integer.reverseBytes(input.readInt()) - 4);
    }

    private static void logIn(Socket socket) throws IOException {
        byte[] mechanism = "PLAIN".getBytes(UTF_8);
        byte[] words = "\0Administrator\0password".getBytes(UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(24 + mechanism.length + words.length)
                .putShort((short) 0x8021)
                .putShort((short) mechanism.length)
                .putInt(0)
                .putInt(mechanism.length + words.length)
                .position(24)
                .put(mechanism)
                .put(words);
        socket.getOutputStream().write(frame.array());
        DataInputStream input = new DataInputStream(socket.getInputStream());
        byte[] header = input.readNBytes(24);
        assertEquals(0, ByteBuffer.wrap(header).getShort(6), "status of a login");
        input.skipNBytes(ByteBuffer.wrap(header).getInt(8));
    }

    /** Asks for the account; the request is signed as of now. */
    private static PortQuestion account(String key) {
        return socket -> {
            String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                    Instant.ofEpochMilli(SystemClock.INSTANCE.wallMillis()).atZone(ZoneOffset.UTC));
            byte[] signature = signature(key, "get\n\n\n" + date.toLowerCase(Locale.ROOT) + "\n\n");
            String token = "type=master&ver=1.0&sig=" + Base64.getEncoder().encodeToString(signature);
            get(socket, "/", "x-ms-date: " + date + "\r\nauthorization: " + token);
        };
    }

    private static byte[] signature(String key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String get(Socket socket, String path, String fields) throws IOException {
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n\r\n").getBytes(ISO_8859_1));
        DataInputStream input = new DataInputStream(socket.getInputStream());
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) input.readUnsignedByte());
        }
        assertTrue(head.toString().startsWith("HTTP/1.1 200"), head::toString);
        String length = part(head.toString(), "(?i)content-length: (\\d+)");
        return new String(input.readNBytes(Integer.parseInt(length, 10)), UTF_8);
    }
}
