package dev.mayfly.face.couchbase.rest;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.engine.Engine;
import dev.mayfly.face.couchbase.access.BasicLogin;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.ClusterMap;
import dev.mayfly.face.transport.HttpHandler;

/** The management service as a whole: its table of contents. */
public final class ManagementService {
    private final RestRoutes routes = new RestRoutes();
    private final ManagementHandler handler;

    /** @param machine the clock of timeouts */
    public ManagementService(Engine engine, Buckets buckets, ClusterMap map, BasicLogin login, Clock machine) {
        ClusterSettings cluster = new ClusterSettings(engine.records(Buckets.FACE));
        NodeForms nodes = new NodeForms(buckets, map::ports, machine);
        BucketForms forms = new BucketForms(map, nodes, cluster);
        BucketEvents events = BucketEvents.NONE;
        Compaction compaction = new Compaction(engine, buckets, cluster);
        new PoolOperations(buckets, map, nodes, cluster).addTo(routes);
        new BucketOperations(buckets, new BucketChecks(buckets, cluster), forms, compaction, events).addTo(routes);
        new ScopeOperations(buckets, events).addTo(routes);
        new MapStreams(buckets, map, forms).addTo(routes);
        this.handler = new ManagementHandler(routes, login);
    }

    /** Answers every request. */
    public HttpHandler handler() {
        return handler;
    }
}
