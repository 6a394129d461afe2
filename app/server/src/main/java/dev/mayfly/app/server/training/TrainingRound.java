package dev.mayfly.app.server.training;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.base.clock.SystemClock;
import java.io.IOException;
import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The usual requests of those faces that speak HTTP, each once a round. Confined to one thread. */
final class TrainingRound implements AutoCloseable {
    private static final DateTimeFormatter HTTP_DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT);
    private static final String PADDING = "x".repeat(130);
    private static final String ITEMS = "dbs/training/colls/items";

    /** The requests of the console, of monitoring and of the command line. */
    private static final List<String> LOOKS = List.of(
            "/console",
            "/console/collections",
            "/console/health",
            "/console/connect",
            "/api/v1/status",
            "/api/v1/collections",
            "/api/v1/forecast",
            "/api/v1/health/collections",
            "/health/ready",
            "/metrics");

    private final TrainingHttp cosmos;
    private final TrainingHttp admin;
    private final TrainingHttp management;
    private final TrainingHttp query;
    private final byte[] key;
    private final Map<String, String> administrator = Map.of(
            "Authorization", "Basic " + Base64.getEncoder().encodeToString("Administrator:password".getBytes(UTF_8)));

    TrainingRound(MayflyServer server) {
        cosmos = new TrainingHttp(server.port(FaceName.COSMOS));
        admin = new TrainingHttp(server.port(FaceName.ADMIN));
        management = new TrainingHttp(server.port(FaceName.COUCHBASE));
        query = new TrainingHttp(server.queryPort());
        String address = server.connectionString(FaceName.COSMOS);
        int from = address.indexOf("AccountKey=") + "AccountKey=".length();
        key = Base64.getDecoder().decode(address.substring(from, address.indexOf(';', from)));
    }

    /** Returns the number of its requests that were not answered by 2xx. */
    int run(int number) throws IOException {
        return items(number) + statements() + looks();
    }

    private int items(int number) throws IOException {
        String id = "i" + number;
        int failed = 0;
        if (number == 0) {
            failed += item("POST", "dbs", "", "dbs", "{\"id\":\"training\"}", Map.of());
            String container = "{\"id\":\"items\",\"partitionKey\":{\"paths\":[\"/user\"]},\"defaultTtl\":3600}";
            failed += item("POST", "colls", "dbs/training", "dbs/training/colls", container, Map.of());
        }
        Map<String, String> partition = Map.of("x-ms-documentdb-partitionkey", "[\"ann\"]");
        String document = "{\"id\":\"" + id + "\",\"user\":\"ann\",\"total\":12,\"ttl\":60}";
        failed += item("POST", "docs", ITEMS, ITEMS + "/docs", document, partition);
        failed += item("GET", "docs", ITEMS + "/docs/" + id, ITEMS + "/docs/" + id, "", partition);
        Map<String, String> asking = new HashMap<>(partition);
        asking.put("x-ms-documentdb-isquery", "true");
        asking.put("Content-Type", "application/query+json");
        String sql = "{\"query\":\"SELECT c.id, MAYFLY_TIME_LEFT(c) AS s FROM c WHERE c.total > 5\",\"parameters\":[]}";
        return failed + item("POST", "docs", ITEMS, ITEMS + "/docs", sql, asking);
    }

    /** Creates an item, reads it and replaces it; returns the number of these that failed. */
    int runPoints(int number) throws IOException {
        String id = "point-" + number;
        Map<String, String> partition = Map.of("x-ms-documentdb-partitionkey", "[\"ann\"]");
        Map<String, String> replacing = new HashMap<>(partition);
        replacing.put("x-ms-documentdb-is-upsert", "true");
        String document =
                "{\"id\":\"" + id + "\",\"user\":\"ann\",\"number\":" + number + ",\"text\":\"" + PADDING + "\"}";
        return item("POST", "docs", ITEMS, ITEMS + "/docs", document, partition)
                + item("GET", "docs", ITEMS + "/docs/" + id, ITEMS + "/docs/" + id, "", partition)
                + item("POST", "docs", ITEMS, ITEMS + "/docs", document, replacing);
    }

    private int item(String method, String type, String link, String path, String body, Map<String, String> more)
            throws IOException {
        String date = HTTP_DATE.format(
                Instant.ofEpochMilli(SystemClock.INSTANCE.wallMillis()).atOffset(ZoneOffset.UTC));
        Map<String, String> fields = new HashMap<>(more);
        fields.putIfAbsent("Content-Type", "application/json");
        fields.put("x-ms-date", date);
        fields.put("x-ms-version", "2020-07-15");
        String signed = method.toLowerCase(Locale.ROOT) + "\n" + type + "\n" + link + "\n"
                + date.toLowerCase(Locale.ROOT) + "\n\n";
        fields.put("Authorization", URLEncoder.encode("type=master&ver=1.0&sig=" + signature(signed), UTF_8));
        return failed(cosmos.ask(method, "/" + path, fields, body));
    }

    private String signature(String signed) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(UTF_8)));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every JDK has this", missing);
        }
    }

    private int statements() throws IOException {
        Map<String, String> form = new HashMap<>(administrator);
        form.put("Content-Type", "application/x-www-form-urlencoded");
        String statement = "SELECT META(d).id, META(d).expiration FROM `default` AS d LIMIT 10";
        return failed(management.ask("GET", "/pools/default/buckets/default", administrator, ""))
                + failed(query.ask("POST", "/query/service", form, "statement=" + URLEncoder.encode(statement, UTF_8)));
    }

    private int looks() throws IOException {
        int failed = 0;
        for (String path : LOOKS) {
            failed += failed(admin.ask("GET", path, Map.of("Accept", "text/html, */*"), ""));
        }
        return failed;
    }

    @Override
    public void close() throws IOException {
        cosmos.close();
        admin.close();
        management.close();
        query.close();
    }

    private static int failed(int status) {
        return status / 100 == 2 ? 0 : 1;
    }
}
