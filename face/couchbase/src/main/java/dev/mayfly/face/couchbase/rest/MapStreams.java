package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.ClusterMap;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.transport.http.HttpBody;
import dev.mayfly.face.transport.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Maps of the cluster: as they are, and again whenever they change. */
final class MapStreams {
    private static final byte[] END = "\n\n\n\n".getBytes(StandardCharsets.US_ASCII);
    /** The silence after which something is sent, so that a vanished peer is noticed. */
    private static final int SILENCE_SECONDS = 20;

    private final Buckets buckets;
    private final ClusterMap map;
    private final BucketForms forms;

    MapStreams(Buckets buckets, ClusterMap map, BucketForms forms) {
        this.buckets = buckets;
        this.map = map;
        this.forms = forms;
    }

    void addTo(RestRoutes routes) {
        String root = "/pools/default/";
        RestRoutes.Need seen = RestRoutes.bucket("settings", "read");
        routes.add("GET", root + "b/{bucket}", seen, this::terse)
                .add("GET", root + "bs/{bucket}", seen, this::terseStream)
                .add("GET", root + "bucketsStreaming/{bucket}", seen, this::stream)
                .add(
                        "GET",
                        root + "nodeServicesStreaming",
                        RestRoutes.cluster("pools", "read"),
                        _ -> streamed(map::global));
    }

    private Bucket require(RestCall call) {
        Bucket bucket = buckets.find(call.parameter("bucket"));
        if (bucket == null) {
            throw new RestException(RestReply.notFound());
        }
        return bucket;
    }

    private HttpResponse terse(RestCall call) {
        return PoolOperations.json(map.of(require(call), call.host()));
    }

    private HttpResponse terseStream(RestCall call) {
        Bucket bucket = require(call);
        String host = call.host();
        return streamed(() -> bucket.isDropped() ? null : map.of(bucket, host));
    }

    private HttpResponse stream(RestCall call) {
        Bucket bucket = require(call);
        String host = call.host();
        return streamed(() -> bucket.isDropped() ? null : CouchbaseJson.bytes(forms.of(bucket, host, true)));
    }

    /** @param source of what is sent now; null when there will be no more */
    private HttpResponse streamed(Supplier<byte @Nullable []> source) {
        return HttpResponse.streamed(200, "application/json; charset=utf-8", stream -> follow(source, stream));
    }

    private void follow(Supplier<byte @Nullable []> source, HttpBody.Stream stream) {
        // One change that waits stands for all that come before it is seen.
        BlockingQueue<Boolean> changes = new ArrayBlockingQueue<>(1);
        Consumer<Bucket> listener = _ -> changes.offer(true);
        buckets.addListener(listener);
        try {
            byte[] now = source.get();
            while (now != null && stream.isOpen()) {
                stream.send(now);
                stream.send(END);
                changes.poll(SILENCE_SECONDS, TimeUnit.SECONDS);
                now = source.get();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            buckets.removeListener(listener);
        }
    }
}
