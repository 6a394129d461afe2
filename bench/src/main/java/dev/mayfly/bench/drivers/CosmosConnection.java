package dev.mayfly.bench.drivers;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.clock.SystemClock;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * One connection on which requests are sent one after another, each signed; opened again where the server closes it.
 * Confined to one thread. The generator shares the machine with the servers, so it is plain code on a socket.
 */
final class CosmosConnection implements AutoCloseable {
    /** The key of the emulator, which everybody knows. */
    private static final String KEY =
            "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

    private static final DateTimeFormatter DATE = DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);
    private static final int BUFFER_BYTES = 1 << 16;

    private final int port;
    private final Mac mac;
    private long second = -1;
    private String date = "";
    private @Nullable Socket socket;
    private @Nullable InputStream input;

    CosmosConnection(int port) {
        this.port = port;
        try {
            this.mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(KEY), "HmacSHA256"));
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** The answer, with a continuation where there is more. */
    record Answer(int status, String continuation, byte[] body) {
        Answer require(int expected) {
            if (status != expected) {
                throw new IllegalStateException(status + " instead of " + expected + ": " + text());
            }
            return this;
        }

        String text() {
            return new String(body, UTF_8);
        }
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @param type of the resource, and {@code link} what is signed with it
     * @param more headers, each with its line's end
     */
    Answer send(String method, String path, String type, String link, String more, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        String head = method + " " + path + " HTTP/1.1\r\nHost: localhost:" + port + "\r\nx-ms-date: " + date()
                + "\r\nx-ms-version: 2020-07-15\r\nauthorization: " + sign(method, type, link) + "\r\n" + more
                + "Content-Length: " + bytes.length + "\r\n\r\n";
        ByteArrayOutputStream request = new ByteArrayOutputStream(head.length() + bytes.length);
        request.writeBytes(head.getBytes(ISO_8859_1));
        request.writeBytes(bytes);
        Socket open = socket;
        if (open == null) {
            open = new Socket(InetAddress.getLoopbackAddress(), port);
            open.setTcpNoDelay(true);
            socket = open;
            input = new BufferedInputStream(open.getInputStream(), BUFFER_BYTES);
        }
        open.getOutputStream().write(request.toByteArray());
        return read();
    }

    private String date() {
        long now = SystemClock.INSTANCE.wallMillis() / 1000;
        if (now != second) {
            second = now;
            date = DATE.format(Instant.ofEpochSecond(now));
        }
        return date;
    }

    private String sign(String method, String type, String link) {
        String text = method.toLowerCase(Locale.ROOT) + "\n" + type + "\n" + link + "\n" + date.toLowerCase(Locale.ROOT)
                + "\n\n";
        String signature = Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(UTF_8)));
        return URLEncoder.encode("type=master&ver=1.0&sig=" + signature, UTF_8);
    }

    private Answer read() throws IOException {
        int status = Integer.parseInt(line().split(" ", 3)[1]);
        int length = -1;
        boolean isChunked = false;
        boolean isLast = false;
        String continuation = "";
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            String value = line.substring(colon + 1).strip();
            switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
                case "content-length" -> length = Integer.parseInt(value);
                case "transfer-encoding" -> isChunked = true;
                case "connection" -> isLast = value.equalsIgnoreCase("close");
                case "x-ms-continuation" -> continuation = value;
                default -> {
                    // Nothing that a client waits for.
                }
            }
        }
        byte[] body = body(status, length, isChunked);
        if (isLast) {
            close();
        }
        return new Answer(status, continuation, body);
    }

    private byte[] body(int status, int length, boolean isChunked) throws IOException {
        if (status == 204 || status == 304) {
            return new byte[0];
        }
        if (!isChunked) {
            return length < 0 ? input().readAllBytes() : input().readNBytes(length);
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            body.writeBytes(input().readNBytes(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private InputStream input() {
        InputStream open = input;
        if (open == null) {
            throw new IllegalStateException("closed");
        }
        return open;
    }

    private String line() throws IOException {
        InputStream from = input();
        StringBuilder line = new StringBuilder();
        for (int next = from.read(); next != '\n'; next = from.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection after: " + line);
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        Socket open = socket;
        socket = null;
        input = null;
        if (open != null) {
            open.close();
        }
    }
}
