package dev.mayfly.face.couchbase.rest;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.engine.Engine;
import dev.mayfly.face.couchbase.access.BasicLogin;
import dev.mayfly.face.couchbase.access.StoredUsers;
import dev.mayfly.face.couchbase.audit.Audit;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.ClusterMap;
import dev.mayfly.face.couchbase.xdcr.Replications;
import dev.mayfly.face.transport.http.HttpHandler;

/** The management service as a whole: its table of contents. */
public final class ManagementService {
    private final RestRoutes routes = new RestRoutes();
    private final ManagementHandler handler;
    private final StoredUsers users;

    /**
     * The services that the management service needs.
     *
     * @param machine the clock of timeouts and of dates, never of deadlines
     */
    public record Services(
            Engine engine,
            Buckets buckets,
            ClusterMap map,
            ClusterSettings cluster,
            StoredUsers users,
            BasicLogin login,
            Audit audit,
            Replications replications,
            Clock machine) {}

    public ManagementService(Services services) {
        Buckets buckets = services.buckets();
        ClusterSettings cluster = services.cluster();
        Audit audit = services.audit();
        NodeForms nodes = new NodeForms(buckets, services.map().servers(), services.machine());
        BucketForms forms = new BucketForms(services.map(), nodes, cluster);
        BucketEvents events = new AuditedEvents(audit);
        Compaction compaction = new Compaction(services.engine(), buckets);
        Passwords passwords = new Passwords(cluster);
        new PoolOperations(buckets, services.map(), nodes, cluster).addTo(routes);
        new BucketOperations(buckets, new BucketChecks(buckets, cluster), forms, compaction, events).addTo(routes);
        new ScopeOperations(buckets, events).addTo(routes);
        new MapStreams(buckets, services.map(), forms).addTo(routes);
        ReplicationOperations replications = new ReplicationOperations(services.replications(), services.machine());
        replications.addTo(routes);
        new SettingsOperations(buckets, cluster, audit, replications).addTo(routes);
        new AuditOperations(audit, services.users(), buckets.rules()).addTo(routes);
        passwords.addTo(routes);
        new UserOperations(services.users(), buckets, passwords, audit, services.machine()).addTo(routes);
        new GroupOperations(services.users(), buckets, audit).addTo(routes);
        this.handler = new ManagementHandler(routes, services.login());
        this.users = services.users();
    }

    /** Returns the same requests for the server itself. */
    public InnerManagement inner() {
        return new InnerManagement(routes, users::administrator);
    }

    /** Answers every request. */
    public HttpHandler handler() {
        return handler;
    }
}
