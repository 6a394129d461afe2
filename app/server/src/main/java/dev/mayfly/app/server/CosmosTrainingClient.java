package dev.mayfly.app.server;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.face.cosmos.session.CosmosKeys;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Asks a cosmos face for what applications ask for most, in the shape that SDKs give it. Confined to one thread. */
final class CosmosTrainingClient implements AutoCloseable {
    private static final String ALGORITHM = "HmacSHA256";
    private static final String DATABASE = "dbs/training";
    private static final String CONTAINER = DATABASE + "/colls/items";
    private static final String PARTITION = "x-ms-documentdb-partitionkey: [\"p\"]\r\n";
    private static final String QUERY = String.join(
            "\r\n",
            "x-ms-documentdb-isquery: true",
            "Content-Type: application/query+json",
            "x-ms-documentdb-query-enablecrosspartition: true",
            "");

    private final String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
            Instant.ofEpochMilli(SystemClock.INSTANCE.wallMillis()).atZone(ZoneOffset.UTC));
    private final Mac mac;
    private final Socket socket;
    private final OutputStream out;
    private final DataInputStream in;

    CosmosTrainingClient(int port) throws IOException {
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(CosmosKeys.EMULATOR), ALGORITHM));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        out = socket.getOutputStream();
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    /** Makes a database, and a container in it. */
    void prepare() throws IOException {
        ask("GET", "", "", "", "", "");
        ask("POST", "dbs", "dbs", "", "", "{\"id\":\"training\"}");
        ask("POST", DATABASE + "/colls", "colls", DATABASE, "", definition(3600));
        ask("GET", CONTAINER + "/pkranges", "pkranges", CONTAINER, "", "");
    }

    private static String definition(int seconds) {
        return "{\"id\":\"items\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\"},\"defaultTtl\":" + seconds
                + "}";
    }

    /** Writes, reads, changes, finds and removes items, and changes for how long they live. */
    void run(int rounds, Duration atMost) throws IOException {
        long end = SystemClock.INSTANCE.tickNanos() + atMost.toNanos();
        for (int round = 0; round < rounds && SystemClock.INSTANCE.tickNanos() - end < 0; round++) {
            String item = CONTAINER + "/docs/" + round;
            String body = "{\"id\":\"" + round + "\",\"pk\":\"p\",\"group\":" + round % 500 + ",\"text\":\""
                    + "x".repeat(130) + "\"}";
            String docs = CONTAINER + "/docs";
            ask("POST", docs, "docs", CONTAINER, PARTITION, body);
            ask("GET", item, "docs", item, PARTITION, "");
            ask("POST", docs, "docs", CONTAINER, PARTITION + "x-ms-documentdb-is-upsert: true\r\n", body);
            ask(
                    "POST",
                    docs,
                    "docs",
                    CONTAINER,
                    QUERY,
                    query("SELECT * FROM c WHERE c[\\\"group\\\"] = " + round % 500));
            if (round % 16 == 0) {
                ask("POST", docs, "docs", CONTAINER, QUERY, query("SELECT VALUE COUNT(1) FROM c"));
                ask("GET", CONTAINER, "colls", CONTAINER, "", "");
                ask("PUT", CONTAINER, "colls", CONTAINER, "", definition(3600 + round));
            }
            if (round % 4 == 0) {
                ask("DELETE", item, "docs", item, PARTITION, "");
            }
        }
    }

    private static String query(String text) {
        return "{\"query\":\"" + text + "\",\"parameters\":[]}";
    }

    /** Sends a signed request, with header lines of its own if it has any, and waits for the answer. */
    private void ask(String method, String path, String type, String link, String more, String body)
            throws IOException {
        String signature = signature(
                String.join("\n", method.toLowerCase(Locale.ROOT), type, link, date.toLowerCase(Locale.ROOT), "", ""));
        String head = method + " /" + path + " HTTP/1.1\r\nHost: localhost\r\nx-ms-date: " + date
                + "\r\nx-ms-version: 2020-07-15\r\nAuthorization: " + signature + "\r\n" + more + "Content-Length: "
                + body.length() + "\r\n\r\n";
        out.write((head + body).getBytes(StandardCharsets.US_ASCII));
        skipAnswer();
    }

    private String signature(String text) {
        byte[] hash = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        String token = "type=master&ver=1.0&sig=" + Base64.getEncoder().encodeToString(hash);
        return URLEncoder.encode(token, StandardCharsets.UTF_8);
    }

    private void skipAnswer() throws IOException {
        int length = 0;
        for (String line = line(); !line.isEmpty(); line = line()) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        line.substring("content-length:".length()).strip());
            }
        }
        in.skipNBytes(length);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the answer ends after: " + line);
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
