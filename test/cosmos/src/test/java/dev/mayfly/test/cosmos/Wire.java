package dev.mayfly.test.cosmos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mayfly.base.clock.SystemClock;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Requests by hand, byte for byte, each on a connection of its own: for what no SDK can send. */
final class Wire {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final DateTimeFormatter DATE = DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

    private final URI endpoint;
    private final String key;

    Wire(String endpoint, String key) {
        this.endpoint = URI.create(endpoint);
        this.key = key;
    }

    /** The answer to a request; names of headers are in lower case. */
    record Answer(int status, Map<String, String> headers, String body) {
        JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (JsonProcessingException failure) {
                throw new AssertionError("no JSON: " + body, failure);
            }
        }

        String header(String name) {
            return headers.getOrDefault(name, "");
        }

        /** Returns true if it refuses as an SDK can read it: with a body in JSON that has a code and a message. */
        boolean isRefusal() {
            return status >= 400
                    && json().path("code").isTextual()
                    && json().path("message").isTextual();
        }

        @Override
        public String toString() {
            return status + " " + body;
        }
    }

    /** Sends a request whose path is written as it is, signed for what it names. */
    Answer send(String method, String path, Map<String, String> headers, @Nullable String body) {
        byte[] bytes = body == null ? new byte[0] : body.getBytes(UTF_8);
        return send(method, path, headers, bytes);
    }

    Answer send(String method, String path, Map<String, String> headers, byte[] body) {
        Map<String, String> all = new LinkedHashMap<>();
        String date = DATE.format(Instant.ofEpochMilli(SystemClock.INSTANCE.wallMillis()));
        all.put("x-ms-date", date);
        all.put("x-ms-version", "2020-07-15");
        if (!headers.containsKey("authorization")) {
            all.put("authorization", signature(method, path, date));
        }
        all.putAll(headers);
        StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: " + endpoint.getAuthority());
        all.forEach(
                (name, value) -> head.append("\r\n").append(name).append(": ").append(value));
        head.append("\r\nContent-Length: ").append(body.length).append("\r\nConnection: close\r\n\r\n");
        return exchange(head.toString().getBytes(UTF_8), body);
    }

    /** Sends bytes, and reads what comes until the connection ends; the status is 0 when that is nothing. */
    Answer exchange(byte[] head, byte[] body) {
        try (Socket socket = new Socket(endpoint.getHost(), endpoint.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(head);
            try {
                socket.getOutputStream().write(body);
                socket.getOutputStream().flush();
            } catch (IOException _) {
                // A server may answer and hang up before it has read a body that is too long.
                return read(socket.getInputStream());
            }
            return read(socket.getInputStream());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Answer read(InputStream stream) throws IOException {
        InputStream input = new BufferedInputStream(stream);
        String status = line(input);
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(input); !line.isEmpty(); line = line(input)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        if (status.isEmpty()) {
            return new Answer(0, headers, "");
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        String body = new String(input.readNBytes(length), UTF_8);
        return new Answer(Integer.parseInt(status.split(" ", 3)[1]), headers, body);
    }

    private static String line(InputStream input) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = input.read(); next >= 0 && next != '\n'; next = input.read()) {
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(ISO_8859_1);
    }

    /** The signature of a request to what a path names; ids are signed as they are, not as they are written there. */
    String signature(String method, String path, String date) {
        // An operation on a whole container is signed as the container.
        String named = path.replaceFirst("\\?.*|/operations/.*", "");
        String[] names = named.replaceAll("^/+|/+$", "").split("/");
        boolean isFeed = names.length % 2 == 1;
        String type = names[isFeed ? names.length - 1 : names.length - 2 < 0 ? 0 : names.length - 2];
        String link = String.join("/", names);
        if (isFeed) {
            int end = link.lastIndexOf('/');
            link = end < 0 ? "" : link.substring(0, end);
        }
        try {
            link = URLDecoder.decode(link.replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException _) {
            // Sent as it is, to see what becomes of it.
        }
        String text = method.toLowerCase(Locale.ROOT) + "\n" + type.toLowerCase(Locale.ROOT) + "\n" + link + "\n"
                + date.toLowerCase(Locale.ROOT) + "\n\n";
        return URLEncoder.encode("type=master&ver=1.0&sig=" + hash(text), UTF_8);
    }

    private String hash(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(UTF_8)));
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
