package dev.mayfly.face.api;

import java.util.List;
import java.util.Map;

/** The replications of one face to other clusters, as administrators see them. Safe for concurrent use. */
public interface FaceReplications {
    /**
     * How a replication is.
     *
     * @param source what is replicated
     * @param cluster the name of the cluster that it is replicated to
     * @param target what it is replicated to there
     * @param failure why it does not go on at present, or empty
     * @param settings that are not what they are by themselves, by the names that the face's clients have for them
     * @param statistics by the names that the face's clients have for them
     */
    record ReplicationReport(
            String id,
            String source,
            String cluster,
            String target,
            boolean isPaused,
            String failure,
            Map<String, String> settings,
            Map<String, Double> statistics) {
        public ReplicationReport {
            settings = Map.copyOf(settings);
            statistics = Map.copyOf(statistics);
        }
    }

    /** Returns all replications in the order of their ids. */
    List<ReplicationReport> all();
}
