package dev.mayfly.face.couchbase.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ongres.scram.common.ScramMechanism;
import dev.mayfly.face.couchbase.CouchbaseFixture;
import dev.mayfly.face.couchbase.KvAnswer;
import dev.mayfly.face.couchbase.KvFrame;
import dev.mayfly.face.couchbase.KvPeer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A user whom a request has made logs in on all three ports, and may do there what his roles say. */
final class RolesOnThePortsTest {
    private static final int COLLECTIONS = 0x12;
    private static final int NO_ACCESS = 0x24;
    private static final int AUTHENTICATION_FAILED = 0x20;
    private static final int MISSING = 0x01;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private CouchbaseFixture fixture;
    private int collection;

    @BeforeEach
    void open() throws Exception {
        fixture = new CouchbaseFixture();
        admin("POST", "/pools/default/buckets/default/scopes", "name=s");
        admin("POST", "/pools/default/buckets/default/scopes/s/collections", "name=c");
        collection = Objects.requireNonNull(fixture.buckets().require("default").find("s", "c"))
                .uid();
    }

    @AfterEach
    void close() {
        http.close();
        fixture.close();
    }

    private void admin(String method, String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> response =
                send(fixture.ports().management(), "Administrator:password", method, path, body);
        assertEquals(200, response.statusCode(), response.body());
    }

    private HttpResponse<String> send(int port, String login, String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    private void ann(String roles) throws Exception {
        admin("PUT", "/settings/rbac/users/local/ann", "password=secret-word&roles=" + roles);
    }

    private KvPeer login() throws IOException {
        KvPeer peer = fixture.connect();
        peer.hello(COLLECTIONS);
        peer.scram(ScramMechanism.SCRAM_SHA_512, "ann", "secret-word", "nonce").require(0);
        return peer;
    }

    private static KvAnswer get(KvPeer peer, int collection) throws IOException {
        return peer.ask(KvFrame.of(0x00).key(collection, "k"));
    }

    private static KvAnswer set(KvPeer peer, int collection) throws IOException {
        return peer.ask(
                KvFrame.of(0x01).extras(new byte[8]).key(collection, "k").value("1"));
    }

    @Test
    void readerOfACollectionReadsThereAndNowhereElse() throws Exception {
        ann("data_reader[default:s:c]");
        try (KvPeer peer = login()) {
            peer.ask(KvFrame.of(0x89).key("default")).require(0);
            get(peer, collection).require(MISSING);
            set(peer, collection).require(NO_ACCESS);
            assertTrue(get(peer, 0).status() != MISSING && get(peer, 0).status() != 0);
            ann("data_reader[default],data_writer[default:s]");
            set(peer, collection).require(0);
            get(peer, 0).require(MISSING);
            set(peer, 0).require(NO_ACCESS);
        }
    }

    @Test
    void whoHasNothingInABucketDoesNotEnterIt() throws Exception {
        ann("external_stats_reader");
        try (KvPeer peer = login()) {
            peer.ask(KvFrame.of(0x89).key("default")).require(NO_ACCESS);
        }
    }

    @Test
    void passwordThatWasChangedIsAsked() throws Exception {
        ann("data_reader[*]");
        admin("PATCH", "/settings/rbac/users/local/ann", "password=another-word");
        try (KvPeer peer = fixture.connect()) {
            peer.hello(COLLECTIONS);
            peer.scram(ScramMechanism.SCRAM_SHA_256, "ann", "secret-word", "nonce")
                    .require(AUTHENTICATION_FAILED);
        }
        try (KvPeer peer = fixture.connect()) {
            peer.hello(COLLECTIONS);
            peer.scram(ScramMechanism.SCRAM_SHA_1, "ann", "another-word", "nonce")
                    .require(0);
        }
    }

    @Test
    void managementSaysWhatIsMissing() throws Exception {
        ann("data_reader[*]");
        HttpResponse<String> refused =
                send(fixture.ports().management(), "ann:secret-word", "DELETE", "/pools/default/buckets/default", "");
        assertEquals(403, refused.statusCode());
        assertEquals(
                "{\"message\":\"Forbidden. User needs the following permissions\","
                        + "\"permissions\":[\"cluster.bucket[default]!delete\"]}",
                refused.body());
    }
}
