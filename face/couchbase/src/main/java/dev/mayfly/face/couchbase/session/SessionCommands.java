package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.bucket.CouchbaseRelease;
import dev.mayfly.face.couchbase.wire.Opcode;

/** The commands about the connection itself and about where things are. */
public final class SessionCommands {
    private SessionCommands() {}

    public static void addTo(KvCommandTable commands, CouchbaseRelease release) {
        commands.add(Opcode.HELLO, new HelloCommand(release))
                .add(Opcode.GET_ERROR_MAP, new ErrorMapCommand())
                .add(Opcode.SASL_LIST_MECHS, new SaslListCommand())
                .add(Opcode.SASL_AUTH, new SaslAuthCommand())
                .add(Opcode.SASL_STEP, new SaslStepCommand())
                .add(Opcode.SELECT_BUCKET, new SelectBucketCommand())
                .add(Opcode.GET_CLUSTER_CONFIG, new ClusterConfigCommand())
                .add(Opcode.GET_COLLECTIONS_MANIFEST, new ManifestCommand())
                .add(Opcode.GET_COLLECTION_ID, new CollectionIdCommand())
                .add(Opcode.GET_SCOPE_ID, new ScopeIdCommand())
                .add(Opcode.NOOP, new NoopCommand())
                .add(Opcode.VERSION, new VersionCommand())
                .add(Opcode.QUIT, new QuitCommand());
    }
}
