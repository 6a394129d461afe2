package dev.mayfly.face.couchbase.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.couchbase.access.BasicLogin;
import dev.mayfly.face.couchbase.access.FixedUser;
import dev.mayfly.face.couchbase.access.StoredUsers;
import dev.mayfly.face.couchbase.audit.Audit;
import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.BucketsFixture;
import dev.mayfly.face.couchbase.bucket.ClusterMap;
import dev.mayfly.face.couchbase.bucket.ClusterServers;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.bucket.CouchbaseRelease;
import dev.mayfly.face.couchbase.bucket.Edition;
import dev.mayfly.face.couchbase.bucket.NodePorts;
import dev.mayfly.face.couchbase.session.KvAuthentication;
import dev.mayfly.face.couchbase.xdcr.Replications;
import dev.mayfly.face.transport.LoginThrottle;
import dev.mayfly.face.transport.connection.InnerConnection;
import dev.mayfly.face.transport.http.HttpBody;
import dev.mayfly.face.transport.http.HttpFields;
import dev.mayfly.face.transport.http.HttpHandler;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The management service over buckets in memory; no sockets. */
final class RestFixture implements AutoCloseable {
    private static final InetSocketAddress PEER = new InetSocketAddress(InetAddress.getLoopbackAddress(), 40_000);

    static final BucketRules NEW = new BucketRules(CouchbaseRelease.R7_6, Edition.ENTERPRISE, BucketRules.VBUCKETS);
    static final BucketRules OLD = new BucketRules(CouchbaseRelease.R7_2, Edition.ENTERPRISE, BucketRules.VBUCKETS);
    static final BucketRules FREE = new BucketRules(CouchbaseRelease.R7_6, Edition.COMMUNITY, BucketRules.VBUCKETS);

    private static final FixedUser ADMIN = new FixedUser("Administrator", "password", List.of("admin"));

    private final BucketsFixture buckets;
    private final @Nullable Path auditFolder;
    private HttpHandler handler;
    private StoredUsers users;

    RestFixture() {
        this(NEW, null);
    }

    RestFixture(BucketRules rules) {
        this(rules, null);
    }

    RestFixture(BucketRules rules, @Nullable Path auditFolder) {
        this.buckets = new BucketsFixture(rules);
        this.auditFolder = auditFolder;
        this.users = new StoredUsers(buckets.engine().records(Buckets.FACE), List.of(ADMIN));
        this.handler = service();
    }

    private HttpHandler service() {
        Buckets all = buckets.buckets();
        var records = buckets.engine().records(Buckets.FACE);
        users = new StoredUsers(records, List.of(ADMIN));
        KvAuthentication authentication =
                new KvAuthentication(users, new LoginThrottle(buckets.clock(), buckets.clock()));
        return new ManagementService(new ManagementService.Services(
                        buckets.engine(),
                        all,
                        new ClusterMap(
                                all,
                                new ClusterServers(
                                        buckets.engine().nodes(), () -> new NodePorts(11_210, 8_091, 8_093, false))),
                        new ClusterSettings(records, all),
                        users,
                        new BasicLogin(users, authentication),
                        new Audit(records, buckets.clock(), auditFolder),
                        new Replications(all, records, buckets.clock()),
                        buckets.clock()))
                .handler();
    }

    void restart() {
        buckets.restart();
        handler = service();
    }

    BucketsFixture buckets() {
        return buckets;
    }

    StoredUsers users() {
        return users;
    }

    /** The answer to a request. */
    record Reply(int status, HttpFields fields, String body) {
        JsonNode json() {
            return CouchbaseJson.read(body.getBytes(UTF_8));
        }

        Reply require(int expected) {
            assertEquals(expected, status, body);
            return this;
        }

        /** Returns the fault that the answer finds with a value. */
        String error(String name) {
            require(400);
            return json().path("errors").path(name).asString();
        }
    }

    Reply get(String path) {
        return send("Administrator:password", "GET", path, "");
    }

    Reply delete(String path) {
        return send("Administrator:password", "DELETE", path, "");
    }

    /** @param fields names and values in turn */
    Reply post(String path, String... fields) {
        return send("Administrator:password", "POST", path, form(fields));
    }

    static String form(String... fields) {
        StringJoiner form = new StringJoiner("&");
        for (int at = 0; at < fields.length; at += 2) {
            form.add(URLEncoder.encode(fields[at], UTF_8) + "=" + URLEncoder.encode(fields[at + 1], UTF_8));
        }
        return form.toString();
    }

    /** @param login name and password with a colon between them; empty for nobody */
    Reply send(String login, String method, String target, String body) {
        List<Map.Entry<String, String>> entries = new ArrayList<>();
        entries.add(Map.entry("Host", "localhost:8091"));
        if (!login.isEmpty()) {
            entries.add(
                    Map.entry("Authorization", "Basic " + Base64.getEncoder().encodeToString(login.getBytes(UTF_8))));
        }
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        Map<String, List<String>> query = Map.of();
        if (mark >= 0) {
            String[] pair = target.substring(mark + 1).split("=", 2);
            query = Map.of(pair[0], List.of(pair[1]));
        }
        HttpResponse response = handler.handle(new HttpRequest(
                method,
                path,
                Map.of(),
                query,
                HttpFields.of(entries),
                body.getBytes(UTF_8),
                new InnerConnection(PEER, new InetSocketAddress(PEER.getAddress(), 8_091), false)));
        byte[] bytes = ((HttpBody.Bytes) response.body()).bytes();
        return new Reply(response.status(), response.fields(), new String(bytes, UTF_8));
    }

    @Override
    public void close() {
        buckets.close();
    }
}
