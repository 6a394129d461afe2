package dev.mayfly.face.couchbase.kv;

import dev.mayfly.face.couchbase.bucket.BucketSettings;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.wire.DurabilityLevel;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import java.util.Map;

/** What durability a write is to have, by its request and by its bucket. */
public final class Durable {
    private static final Map<String, DurabilityLevel> LEAST = Map.of(
            "majority", DurabilityLevel.MAJORITY,
            "majorityAndPersistActive", DurabilityLevel.MAJORITY_AND_PERSIST_ON_ACTIVE,
            "persistToMajority", DurabilityLevel.PERSIST_TO_MAJORITY);

    private Durable() {}

    /** The terms of a request that demands its CAS; refuses more durability than one node can give. */
    public static WriteTerms terms(KvCall call) {
        BucketSettings settings = call.bucket().settings();
        DurabilityLevel level = level(call.framing().level(), settings);
        if (level == DurabilityLevel.NONE) {
            return new WriteTerms(call.request().cas(), false);
        }
        if (settings.type().isEphemeral() && level != DurabilityLevel.MAJORITY) {
            throw new StatusException(Status.DURABILITY_INVALID_LEVEL);
        }
        if (settings.replicas() > 0) {
            // A replica that is on no node does not answer, and without it there is no majority.
            throw new StatusException(Status.DURABILITY_IMPOSSIBLE);
        }
        return new WriteTerms(call.request().cas(), true);
    }

    private static DurabilityLevel level(DurabilityLevel asked, BucketSettings settings) {
        DurabilityLevel least = LEAST.getOrDefault(settings.durability(), DurabilityLevel.NONE);
        return asked.compareTo(least) >= 0 ? asked : least;
    }
}
