package dev.mayfly.face.couchbase.admin;

import dev.mayfly.face.api.FaceReplications;
import dev.mayfly.face.couchbase.xdcr.RemoteCluster;
import dev.mayfly.face.couchbase.xdcr.Replication;
import dev.mayfly.face.couchbase.xdcr.Replications;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The replications of this face. */
public final class CouchbaseReplications implements FaceReplications {
    private final Replications replications;

    public CouchbaseReplications(Replications replications) {
        this.replications = replications;
    }

    @Override
    public List<ReplicationReport> all() {
        Map<String, String> names = new HashMap<>();
        for (RemoteCluster each : replications.clusters()) {
            names.put(each.uuid(), each.name());
        }
        return replications.states().stream().map(each -> report(each, names)).toList();
    }

    private static ReplicationReport report(Replications.State state, Map<String, String> names) {
        Replication replication = state.replication();
        Map<String, String> settings = new HashMap<>();
        replication.settings().values().forEach((setting, value) -> settings.put(setting.restName(), value));
        return new ReplicationReport(
                replication.id(),
                replication.source(),
                names.getOrDefault(replication.cluster(), replication.cluster()),
                replication.target(),
                replication.settings().isPaused(),
                state.failure(),
                settings,
                state.statistics());
    }
}
