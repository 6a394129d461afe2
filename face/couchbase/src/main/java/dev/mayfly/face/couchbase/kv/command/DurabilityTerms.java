package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.face.couchbase.bucket.BucketSettings;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.wire.DurabilityLevel;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import java.util.Map;

/** The durability of a write, from its request and its bucket. */
public final class DurabilityTerms {
    private static final Map<String, DurabilityLevel> LEAST = Map.of(
            "majority", DurabilityLevel.MAJORITY,
            "majorityAndPersistActive", DurabilityLevel.MAJORITY_AND_PERSIST_ON_ACTIVE,
            "persistToMajority", DurabilityLevel.PERSIST_TO_MAJORITY);

    private DurabilityTerms() {}

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
        if (isImpossible(settings)) {
            throw new StatusException(Status.DURABILITY_IMPOSSIBLE);
        }
        return new WriteTerms(call.request().cas(), true);
    }

    /** A replica that is on no node does not answer, and without it there is no majority. */
    public static boolean isImpossible(BucketSettings settings) {
        return settings.replicas() > 0;
    }

    /** Returns whether every write of a bucket is durable, whatever a request asks for. */
    public static boolean isDemanded(BucketSettings settings) {
        return level(DurabilityLevel.NONE, settings) != DurabilityLevel.NONE;
    }

    private static DurabilityLevel level(DurabilityLevel asked, BucketSettings settings) {
        DurabilityLevel least = LEAST.getOrDefault(settings.durability(), DurabilityLevel.NONE);
        return asked.compareTo(least) >= 0 ? asked : least;
    }
}
