package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.kv.GetOptions;
import com.couchbase.client.java.kv.UpsertOptions;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.harness.Await;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Two servers of which one replicates to the other, and what the other is told. Their clocks stand until a test winds one. */
final class ReplicationPair implements AutoCloseable {
    static final String REMOTES = "/pools/default/remoteClusters";
    static final String CREATE = "/controller/createReplication";

    /** The second at which both clocks stand at first. */
    static final long START = 1_767_225_600L;

    static final Duration SILENCE = Duration.ofMillis(500);

    private static final String DEFAULT = "_default._default";
    private static final int SOURCE_VBUCKETS = 64;
    private static final int TARGET_VBUCKETS = 1024;

    private final LocalServer source;
    private final LocalServer target;
    private final Cluster sourceCluster;
    private final Cluster targetCluster;
    private final String bucket;
    private final DcpConsumer seen;

    private ReplicationPair(LocalServer source, LocalServer target, String bucket) {
        this.source = source;
        this.target = target;
        this.bucket = bucket;
        this.sourceCluster = source.connect();
        this.targetCluster = target.connect();
        this.seen = DcpConsumer.fromBeginning(target.endpoint(), bucket, settings -> settings.collectionNames(DEFAULT));
    }

    /** Two servers whose bucket is that which each has. */
    static ReplicationPair start() throws Exception {
        return start(Map.of());
    }

    /** The same, with settings of the target. */
    static ReplicationPair start(Map<Setting, String> ofTarget) throws Exception {
        return new ReplicationPair(startSource(), startTarget(ofTarget), "default");
    }

    /** Two servers with a bucket of these settings on both. */
    static ReplicationPair startWithBucket(String... settings) throws Exception {
        LocalServer source = startSource();
        LocalServer target = startTarget(Map.of());
        addBucket(source, settings);
        addBucket(target, settings);
        return new ReplicationPair(source, target, "b");
    }

    static void addBucket(LocalServer server, String... settings) {
        String[] all = new String[settings.length + 4];
        System.arraycopy(new String[] {"name", "b", "ramQuotaMB", "100"}, 0, all, 0, 4);
        System.arraycopy(settings, 0, all, 4, settings.length);
        server.rest().post("/pools/default/buckets", all).require(202);
    }

    private static LocalServer startSource() throws Exception {
        return LocalServer.start(Map.of(Setting.COUCHBASE_VBUCKETS, Integer.toString(SOURCE_VBUCKETS)));
    }

    private static LocalServer startTarget(Map<Setting, String> settings) throws Exception {
        Map<Setting, String> all = new EnumMap<>(Setting.class);
        all.put(Setting.COUCHBASE_VBUCKETS, Integer.toString(TARGET_VBUCKETS));
        all.putAll(settings);
        return LocalServer.start(all);
    }

    LocalServer source() {
        return source;
    }

    LocalServer target() {
        return target;
    }

    /** The default collection of the source. */
    Collection here() {
        return sourceCluster.bucket(bucket).defaultCollection();
    }

    /** The default collection of the target. */
    Collection there() {
        return targetCluster.bucket(bucket).defaultCollection();
    }

    Collection here(String scope, String collection) {
        return sourceCluster.bucket(bucket).scope(scope).collection(collection);
    }

    Collection there(String scope, String collection) {
        return targetCluster.bucket(bucket).scope(scope).collection(collection);
    }

    /** What the target's default collection tells. */
    DcpConsumer seen() {
        return seen;
    }

    /** A consumer of the source, from the beginning. */
    DcpConsumer seenHere() {
        return DcpConsumer.fromBeginning(source.endpoint(), bucket, settings -> settings.collectionNames(DEFAULT));
    }

    /** Makes each server known to the other. */
    ReplicationPair connected() {
        connect(source, target);
        connect(target, source);
        return this;
    }

    /** Makes a server known to another by the name "other". */
    static Rest.Answer connect(LocalServer from, LocalServer to, String... more) {
        String[] all = new String[more.length + 8];
        String[] usual = {
            "name",
            "other",
            "hostname",
            to.endpoint().management().getAuthority(),
            "username",
            to.endpoint().user(),
            "password",
            to.endpoint().password()
        };
        System.arraycopy(usual, 0, all, 0, usual.length);
        System.arraycopy(more, 0, all, usual.length, more.length);
        return from.rest().post(REMOTES, all);
    }

    /** Replicates from the source, and returns the id as a part of a path. */
    String replicate(String... settings) {
        return replicate(source, settings);
    }

    /** Replicates from one of both to the other. */
    String replicate(LocalServer from, String... settings) {
        return id(tryReplicate(from, settings).require(200));
    }

    private static String id(Rest.Answer answer) {
        Matcher id = Pattern.compile("\"id\":\"([^\"]+)\"").matcher(answer.body());
        assertTrue(id.find(), answer.body());
        return URLEncoder.encode(id.group(1), StandardCharsets.UTF_8);
    }

    Rest.Answer tryReplicate(LocalServer from, String... settings) {
        String[] usual = {
            "fromBucket", bucket, "toCluster", "other", "toBucket", bucket, "replicationType", "continuous"
        };
        String[] all = new String[settings.length + usual.length];
        System.arraycopy(usual, 0, all, 0, usual.length);
        System.arraycopy(settings, 0, all, usual.length, settings.length);
        return from.rest().post(CREATE, all);
    }

    /** Changes a replication of the source. */
    void change(String id, String... settings) {
        source.rest().post("/settings/replications/" + id, settings).require(200);
    }

    /** Sets limits of a bucket. */
    void set(LocalServer server, String... settings) {
        server.rest().post("/pools/default/buckets/" + bucket, settings).require(200);
    }

    void addCollection(LocalServer server, String scope, String name, String... settings) {
        String scopes = "/pools/default/buckets/" + bucket + "/scopes";
        server.rest().post(scopes, "name", scope);
        String[] all = new String[settings.length + 2];
        System.arraycopy(new String[] {"name", name}, 0, all, 0, 2);
        System.arraycopy(settings, 0, all, 2, settings.length);
        server.rest().post(scopes + "/" + scope + "/collections", all).require(200);
    }

    /** A statistic of the source's replication. */
    long statistic(String id, String name) {
        return statistic(source, id, name);
    }

    /** A statistic of a replication of one of both. */
    long statistic(LocalServer server, String id, String name) {
        String path = "/pools/default/buckets/" + bucket + "/stats/replications%2F" + id + "%2F" + name;
        String body = server.rest().get(path).require(200).body();
        Matcher value =
                Pattern.compile("\"nodeStats\":\\{[^\\[]*\\[([0-9.eE]+)").matcher(body);
        assertTrue(value.find(), body);
        return (long) Double.parseDouble(value.group(1));
    }

    /** Waits until the source has nothing left to send. */
    void awaitCaughtUp(String id) {
        Await.until("everything is sent", () -> statistic(id, "changes_left") == 0);
    }

    /** The metadata of a document of the target. */
    Wire.Answer copy(String key) {
        return meta(target, key, TARGET_VBUCKETS).require(Wire.OK);
    }

    /** Whether the target has a document. */
    boolean hasCopy(String key) {
        return meta(target, key, TARGET_VBUCKETS).status() == Wire.OK;
    }

    /** The metadata of a document of the source. */
    Wire.Answer original(String key) {
        return meta(source, key, SOURCE_VBUCKETS).require(Wire.OK);
    }

    private Wire.Answer meta(LocalServer server, String key, int vBuckets) {
        try (Wire wire = open(server)) {
            return wire.send(Frame.of(Frame.GET_META, key)
                    .vbucket(Frame.vbucketOf(key, vBuckets))
                    .extras(new byte[] {2})
                    .collection(0));
        }
    }

    Wire open(LocalServer server) {
        return Wire.open(
                server.endpoint().kvPort(),
                server.endpoint().user(),
                server.endpoint().password(),
                bucket);
    }

    /** The expiry of a document in a collection of the target, 0 for none. */
    static long expiryOf(Collection collection, String key) {
        return collection
                .get(key, GetOptions.getOptions().withExpiry(true))
                .expiryTime()
                .map(Instant::getEpochSecond)
                .orElse(0L);
    }

    /** Waits until a collection has a document. */
    static void awaitThere(Collection collection, String key) {
        Await.until(key + " is there", () -> collection.exists(key).exists());
    }

    static UpsertOptions expiring(long seconds) {
        return UpsertOptions.upsertOptions().expiry(Duration.ofSeconds(seconds));
    }

    static String told(String what, String key) {
        return what + " " + DEFAULT + "." + key;
    }

    /** Waits for the next thing that the target tells, which must be this. */
    void awaitTold(String what, String key) throws InterruptedException {
        assertEquals(told(what, key), seen.next());
    }

    /** Asserts that the target tells nothing. */
    void assertSilence() throws InterruptedException {
        assertEquals(Optional.empty(), Optional.ofNullable(seen.poll(SILENCE)));
    }

    @Override
    public void close() {
        seen.close();
        sourceCluster.disconnect();
        targetCluster.disconnect();
        source.close();
        target.close();
    }
}
