package dev.mayfly.face.couchbase;

import dev.mayfly.face.api.FaceDocuments;
import dev.mayfly.face.api.FacePolicies;
import dev.mayfly.face.api.FaceReplications;
import dev.mayfly.face.api.FaceSchemas;
import dev.mayfly.face.api.FaceUsers;
import dev.mayfly.face.couchbase.access.BasicLogin;
import dev.mayfly.face.couchbase.access.StoredUsers;
import dev.mayfly.face.couchbase.admin.CouchbaseDocuments;
import dev.mayfly.face.couchbase.admin.CouchbasePolicies;
import dev.mayfly.face.couchbase.admin.CouchbaseReplications;
import dev.mayfly.face.couchbase.admin.CouchbaseSchemas;
import dev.mayfly.face.couchbase.admin.CouchbaseUsers;
import dev.mayfly.face.couchbase.audit.Audit;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.ClusterMap;
import dev.mayfly.face.couchbase.bucket.ClusterServers;
import dev.mayfly.face.couchbase.dcp.DcpCommands;
import dev.mayfly.face.couchbase.dcp.RangeScanCommands;
import dev.mayfly.face.couchbase.kv.CasClock;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.command.KvCommands;
import dev.mayfly.face.couchbase.query.service.QueryService;
import dev.mayfly.face.couchbase.rest.ClusterSettings;
import dev.mayfly.face.couchbase.rest.CompactionChoice;
import dev.mayfly.face.couchbase.rest.InnerManagement;
import dev.mayfly.face.couchbase.rest.ManagementService;
import dev.mayfly.face.couchbase.session.ClusterConfigs;
import dev.mayfly.face.couchbase.session.KvAuthentication;
import dev.mayfly.face.couchbase.session.KvCommandTable;
import dev.mayfly.face.couchbase.session.KvProtocol;
import dev.mayfly.face.couchbase.session.KvServices;
import dev.mayfly.face.couchbase.session.SessionCommands;
import dev.mayfly.face.couchbase.subdoc.SubdocCommands;
import dev.mayfly.face.couchbase.xdcr.Replications;
import dev.mayfly.face.transport.LoginThrottle;
import dev.mayfly.face.transport.connection.Protocol;
import dev.mayfly.face.transport.http.HostPolicy;
import dev.mayfly.face.transport.http.HttpHandler;
import dev.mayfly.face.transport.http.HttpService;
import dev.mayfly.face.transport.http.Router;

/** The face as a whole: one set of buckets behind three ports. */
public final class CouchbaseFace {
    /** The name under which this face's collections are kept. */
    public static final String NAME = Buckets.FACE;

    /** The longest body of a request for management. */
    private static final int MANAGEMENT_BYTES_MAX = 1 << 20;

    private final Buckets buckets;
    private final KvProtocol keyValue;
    private final HttpHandler management;
    private final InnerManagement innerManagement;
    private final QueryService query;
    private final Documents documents;
    private final CompactionChoice compaction;
    private final Replications replications;

    public CouchbaseFace(CouchbaseServices services) {
        this.buckets = new Buckets(services.engine(), services.settings().rules());
        ClusterMap map =
                new ClusterMap(buckets, new ClusterServers(services.engine().nodes(), services.ports()));
        if (services.engine().isShared()) {
            services.engine().nodes().onChange(buckets::serversChanged);
        }
        StoredUsers users = new StoredUsers(
                services.engine().records(NAME),
                services.settings().users().stream().map(CouchbaseUser::granted).toList());
        KvAuthentication authentication =
                new KvAuthentication(users, new LoginThrottle(services.machine(), services.timers()));
        BasicLogin login = new BasicLogin(users, authentication);
        KvServices keyValueServices = new KvServices(
                services.settings().version(),
                buckets,
                new ClusterConfigs(map),
                authentication,
                services.machine(),
                services.memory());
        this.documents = new Documents(new CasClock(services.engine().clock()), services.machine());
        this.keyValue = new KvProtocol(keyValueServices, commands(services, documents));
        ClusterSettings cluster = new ClusterSettings(services.engine().records(NAME), buckets);
        Audit audit = new Audit(services.engine().records(NAME), services.machine(), services.dataFolder());
        this.compaction = new CompactionChoice(cluster, audit);
        this.replications = new Replications(buckets, services.engine().records(NAME), services.machine());
        ManagementService service = new ManagementService(new ManagementService.Services(
                services.engine(), buckets, map, cluster, users, login, audit, replications, services.machine()));
        this.management = service.handler();
        this.innerManagement = service.inner();
        this.query = CouchbaseQueries.service(services, buckets, documents, users, login, audit);
        replications.restore();
    }

    /** Every command of the key-value port: its table of contents. */
    private static KvCommandTable commands(CouchbaseServices services, Documents documents) {
        KvCommandTable commands = new KvCommandTable();
        SessionCommands.addTo(commands, services.settings().rules().release());
        KvCommands.addTo(
                commands,
                documents,
                DcpCommands.addTo(commands),
                services.engine(),
                services.machine(),
                services.settings().version(),
                services.winding());
        SubdocCommands.addTo(commands, documents, services.settings().rules().release());
        RangeScanCommands.addTo(commands, documents);
        return commands;
    }

    /** Notes that the server ends in order, once nothing is served any more. */
    public void close() {
        replications.close();
        buckets.close();
    }

    /** Returns the buckets that all three ports serve. */
    public Buckets buckets() {
        return buckets;
    }

    /** Returns the operations on documents for administrators. */
    public FaceDocuments adminDocuments() {
        return new CouchbaseDocuments(buckets, documents, query.inner(), compaction);
    }

    /** Returns the replications for administrators. */
    public FaceReplications adminReplications() {
        return new CouchbaseReplications(replications);
    }

    /** Returns the changes to limits of lifetimes that administrators may make. */
    public FacePolicies policies() {
        return new CouchbasePolicies(buckets);
    }

    /** Returns the changes of buckets, scopes and collections that administrators may make. */
    public FaceSchemas schemas() {
        return new CouchbaseSchemas(buckets, innerManagement, query.inner());
    }

    /** Returns the local users, which administrators may change. */
    public FaceUsers adminUsers() {
        return new CouchbaseUsers(innerManagement);
    }

    /** The key-value port. */
    public Protocol keyValue() {
        return keyValue;
    }

    /** The port of the management service, which clients are pointed to. */
    public HttpService management(HostPolicy hosts) {
        return new HttpService(NAME, Router.ofAll(management), hosts, MANAGEMENT_BYTES_MAX);
    }

    /** The port of the query service. */
    public HttpService query(HostPolicy hosts) {
        return query.service(hosts);
    }
}
