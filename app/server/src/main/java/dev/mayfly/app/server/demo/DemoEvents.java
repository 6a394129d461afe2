package dev.mayfly.app.server.demo;

import dev.mayfly.base.clock.SystemClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Events of devices in a container of the cosmos face, each with a {@code ttl} of its own. */
final class DemoEvents implements DemoFace {
    private static final String DATABASE = "demo";
    private static final String CONTAINER = "events";
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US).withZone(ZoneOffset.UTC);
    private static final int CREATED = 201;
    private static final int CONFLICT = 409;
    private static final int OK = 200;
    private static final int DEVICES = 12;

    private final HttpCaller port;
    private final byte[] key;

    /** @param key of the account, in base64 */
    DemoEvents(int port, String key) {
        this.port = new HttpCaller(port);
        this.key = Base64.getDecoder().decode(key);
    }

    @Override
    public String where() {
        return "cosmos     " + DATABASE + "." + CONTAINER;
    }

    @Override
    public String how() {
        return "a ttl of their own, in a container whose default is a day";
    }

    @Override
    public void prepare() throws IOException {
        require(post("dbs", "", "{\"id\":\"" + DATABASE + "\"}", Map.of()));
        String definition = "{\"id\":\"" + CONTAINER
                + "\",\"partitionKey\":{\"paths\":[\"/device\"],\"kind\":\"Hash\",\"version\":2},\"defaultTtl\":86400}";
        require(post("colls", "dbs/" + DATABASE, definition, Map.of()));
    }

    @Override
    public void write(int number, long now, int lifetimeSeconds) throws IOException {
        String device = "device-" + number % DEVICES;
        String item = "{\"id\":\"" + number + "\",\"device\":\"" + device + "\",\"reading\":" + number % 100
                + ",\"ttl\":" + lifetimeSeconds + "}";
        Map<String, String> fields = Map.of(
                "x-ms-documentdb-partitionkey", "[\"" + device + "\"]",
                "x-ms-documentdb-is-upsert", "true");
        require(post("docs", "dbs/" + DATABASE + "/colls/" + CONTAINER, item, fields));
    }

    private static void require(int status) throws IOException {
        if (status != CREATED && status != OK && status != CONFLICT) {
            throw new IOException("the cosmos face answered " + status);
        }
    }

    private int post(String type, String parent, String body, Map<String, String> more) throws IOException {
        // Signatures are dated by the machine's clock, whatever the clock of deadlines.
        String date = DATE.format(Instant.ofEpochMilli(SystemClock.INSTANCE.wallMillis()));
        Map<String, String> fields = new HashMap<>(more);
        fields.put("x-ms-date", date);
        fields.put("x-ms-version", "2018-12-31");
        fields.put("authorization", signature("post\n" + type + "\n" + parent + "\n", date));
        return port.post("/" + parent + (parent.isEmpty() ? "" : "/") + type, body, fields);
    }

    private String signature(String request, String date) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            String text = request + date.toLowerCase(Locale.ROOT) + "\n\n";
            String signed = Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
            return "type%3dmaster%26ver%3d1.0%26sig%3d"
                    + signed.replace("+", "%2b").replace("/", "%2f").replace("=", "%3d");
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has HMAC-SHA-256", impossible);
        }
    }

    @Override
    public void close() {
        port.close();
    }
}
