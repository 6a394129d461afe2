package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.json.JsonArray;
import com.couchbase.client.java.json.JsonObject;
import com.couchbase.client.java.kv.GetOptions;
import com.couchbase.client.java.kv.InsertOptions;
import com.couchbase.client.java.kv.UpsertOptions;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.test.couchbase.Wire.Answer;
import dev.mayfly.test.embedded.ServerEndpoints;
import dev.mayfly.test.testkit.CouchbaseEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.TestInfo;

/** A collection of a test's own, on a server whose clock stands until the test winds it. */
final class Ground implements AutoCloseable {
    static final String DEFAULT = "_default";

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final MayflyServer server;
    private final Cluster cluster;
    private final CouchbaseEndpoint endpoint;
    private final Rest rest;
    private final String bucket;
    private final String name;
    private final Wire wire;
    private final int id;

    private Ground(MayflyServer server, Cluster cluster, String bucket, String name) {
        this.server = server;
        this.cluster = cluster;
        this.endpoint = ServerEndpoints.couchbase(server);
        this.rest = rest(endpoint);
        this.bucket = bucket;
        this.name = name;
        this.wire = Wire.open(endpoint.kvPort(), endpoint.user(), endpoint.password(), bucket);
        this.id = (int) wire.send(Frame.of(Frame.GET_COLLECTION_ID).value(DEFAULT + "." + name))
                .require(Wire.OK)
                .extra32(8);
    }

    /** A new collection of the bucket that every server has. */
    static Ground of(MayflyServer server, Cluster cluster, TestInfo test) {
        String name = test.getTestMethod().orElseThrow().getName() + COUNT.incrementAndGet();
        return of(server, cluster, name, "");
    }

    /** A collection of that bucket which is there already. */
    static Ground known(MayflyServer server, Cluster cluster, String name) {
        return new Ground(server, cluster, "default", name);
    }

    /** A collection whose maximum time to live is what is written; nothing for none. */
    private static Ground of(MayflyServer server, Cluster cluster, String name, String maxTtl) {
        create(rest(ServerEndpoints.couchbase(server)), "default", name, maxTtl);
        return new Ground(server, cluster, "default", name);
    }

    private static Rest rest(CouchbaseEndpoint endpoint) {
        return new Rest(endpoint.management(), endpoint.user(), endpoint.password());
    }

    private static void create(Rest rest, String bucket, String name, String maxTtl) {
        String path = "/pools/default/buckets/" + bucket + "/scopes/_default/collections";
        (maxTtl.isEmpty() ? rest.post(path, "name", name) : rest.post(path, "name", name, "maxTTL", maxTtl))
                .require(200);
    }

    /** A new bucket with this maximum time to live; what it is asked for is its default collection. */
    Ground bucket(int maxTtl) {
        return bucket("maxTTL", Integer.toString(maxTtl));
    }

    /** A new bucket with settings; what it is asked for is its default collection. */
    Ground bucket(String... settings) {
        String fresh = "b" + COUNT.incrementAndGet();
        String[] all = new String[settings.length + 4];
        System.arraycopy(settings, 0, all, 4, settings.length);
        all[0] = "name";
        all[1] = fresh;
        all[2] = "ramQuotaMB";
        all[3] = "100";
        rest.post("/pools/default/buckets", all).require(202);
        return new Ground(server, cluster, fresh, DEFAULT);
    }

    /** Another collection of the same bucket, with a maximum time to live as it is written. */
    Ground sibling(String maxTtl) {
        String fresh = "c" + COUNT.incrementAndGet();
        create(rest, bucket, fresh, maxTtl);
        return new Ground(server, cluster, bucket, fresh);
    }

    MayflyServer server() {
        return server;
    }

    Cluster cluster() {
        return cluster;
    }

    CouchbaseEndpoint endpoint() {
        return endpoint;
    }

    Rest rest() {
        return rest;
    }

    /** The query service by hand. */
    Rest query() {
        return new Rest(endpoint.query(), endpoint.user(), endpoint.password());
    }

    String bucketName() {
        return bucket;
    }

    String name() {
        return name;
    }

    /** How a statement names the collection. */
    String keyspace() {
        return "`" + bucket + "`.`_default`.`" + name + "`";
    }

    int id() {
        return id;
    }

    Collection collection() {
        return cluster.bucket(bucket).defaultScope().collection(name);
    }

    /** The path of the bucket's REST calls. */
    String path() {
        return "/pools/default/buckets/" + bucket;
    }

    void setBucketMaxTtl(long seconds) {
        rest.post(path(), "maxTTL", Long.toString(seconds)).require(200);
    }

    /** Sends a request about a key of the collection by hand. */
    Answer send(Frame frame) {
        return wire.send(frame.collection(id));
    }

    /** Sends requests about keys of the collection in one piece. */
    List<Answer> send(List<Frame> frames) {
        return wire.send(frames.stream().map(frame -> frame.collection(id)).toList(), frames.size());
    }

    /** Sends a request about no key. */
    Answer ask(Frame frame) {
        return wire.send(frame);
    }

    /** Another connection to the bucket. */
    Wire open() {
        return Wire.open(endpoint.kvPort(), endpoint.user(), endpoint.password(), bucket);
    }

    /** A number among the statistics of the bucket. */
    long stat(String name) {
        return Long.parseLong(wire.stats("").getOrDefault(name, "-1"));
    }

    /** Sets a parameter of the bucket over KV, and answers the status. */
    int setParameter(String key, String value) {
        return ask(Frame.of(Frame.SET_PARAM, key)
                        .vbucket(0)
                        .extras(Frame.u32(1))
                        .value(value))
                .status();
    }

    void compact() {
        rest.post(path() + "/controller/compactBucket").require(200);
    }

    Wire wire() {
        return wire;
    }

    Instant instant() {
        return server.virtualClock().orElseThrow().now();
    }

    /** The second it is. */
    long now() {
        return instant().getEpochSecond();
    }

    void advance(long seconds) {
        advance(Duration.ofSeconds(seconds));
    }

    void advance(Duration duration) {
        server.virtualClock().orElseThrow().advance(duration);
    }

    void setClock(Instant instant) {
        server.virtualClock().orElseThrow().set(instant);
    }

    static JsonObject document() {
        return JsonObject.create().put("n", 1).put("list", JsonArray.from(1, 2));
    }

    static UpsertOptions expiry(long seconds) {
        return UpsertOptions.upsertOptions().expiry(Duration.ofSeconds(seconds));
    }

    /** Writes a document without an expiry. */
    void put(String key) {
        collection().upsert(key, document());
    }

    /** Writes a document that lives this many seconds. */
    void put(String key, long seconds) {
        collection().upsert(key, document(), expiry(seconds));
    }

    /** Writes a document that is not there, with an expiry as the protocol has it. */
    void insert(String key, long seconds) {
        collection().insert(key, document(), InsertOptions.insertOptions().expiry(Duration.ofSeconds(seconds)));
    }

    /** The second that a document dies after, 0 for never; the SDK and the metadata agree. */
    long expiryOf(String key) {
        long seen = collection()
                .get(key, GetOptions.getOptions().withExpiry(true))
                .expiryTime()
                .map(Instant::getEpochSecond)
                .orElse(0L);
        assertEquals(seen, meta(key).require(Wire.OK).expiry());
        return seen;
    }

    /** Asserts for how long a document will live. */
    void assertLivesFor(long seconds, String key) {
        assertEquals(now() + seconds, expiryOf(key));
    }

    void assertLivesForever(String key) {
        assertEquals(0, expiryOf(key));
    }

    /** Asserts that a document dies after this many seconds and the rest of the last one, and not before. */
    void assertDiesAfter(long seconds, String key) {
        assertLivesFor(seconds, key);
        advance(seconds);
        send(Frame.of(Frame.GET, key)).require(Wire.OK);
        advance(1);
        assertGone(key);
    }

    Answer meta(String key) {
        return send(Frame.of(Frame.GET_META, key).extras(new byte[] {2}));
    }

    boolean isThere(String key) {
        return send(Frame.of(Frame.GET, key)).status() == Wire.OK;
    }

    void assertGone(String key) {
        send(Frame.of(Frame.GET, key)).require(Wire.KEY_ENOENT);
        assertEquals(false, collection().exists(key).exists());
    }

    void assertThere(String key) {
        send(Frame.of(Frame.GET, key)).require(Wire.OK);
    }

    @Override
    public void close() {
        wire.close();
    }
}
