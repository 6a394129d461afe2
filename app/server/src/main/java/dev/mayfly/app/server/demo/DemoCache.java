package dev.mayfly.app.server.demo;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/** Entries of a cache in a bucket of the couchbase face, each with an expiry. */
final class DemoCache implements DemoFace {
    private static final String BUCKET = "demo";
    private static final int ACCEPTED = 202;
    private static final int BAD_REQUEST = 400;
    private static final int OK = 200;

    private final HttpCaller management;
    private final HttpCaller query;
    private final Map<String, String> fields;

    DemoCache(int managementPort, int queryPort, String user, String password) {
        this.management = new HttpCaller(managementPort);
        this.query = new HttpCaller(queryPort);
        byte[] credentials = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        this.fields = Map.of(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(credentials),
                "Content-Type",
                "application/x-www-form-urlencoded");
    }

    @Override
    public String where() {
        return "couchbase  " + BUCKET + "._default._default";
    }

    @Override
    public String how() {
        return "an expiry each";
    }

    @Override
    public void prepare() throws IOException {
        int status =
                management.post("/pools/default/buckets", "name=" + BUCKET + "&ramQuotaMB=100&flushEnabled=1", fields);
        // There it is already, from an earlier demo in the same folder.
        if (status != ACCEPTED && status != OK && status != BAD_REQUEST) {
            throw new IOException("the couchbase face answered " + status);
        }
    }

    @Override
    public void write(int number, long now, int lifetimeSeconds) throws IOException {
        String statement = "UPSERT INTO `" + BUCKET + "` (KEY, VALUE, OPTIONS) VALUES (\"page:" + number
                + "\", {\"url\": \"/pages/" + number + "\", \"hits\": " + number % 50 + "}, {\"expiration\": "
                + lifetimeSeconds + "})";
        String body = "statement=" + URLEncoder.encode(statement, StandardCharsets.UTF_8);
        int status = query.post("/query/service", body, fields);
        if (status != OK) {
            throw new IOException("the couchbase face answered " + status + " to a query");
        }
    }

    @Override
    public void close() {
        management.close();
        query.close();
    }
}
