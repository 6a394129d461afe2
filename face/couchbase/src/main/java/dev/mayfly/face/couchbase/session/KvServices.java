package dev.mayfly.face.couchbase.session;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.face.couchbase.bucket.Buckets;

/**
 * What all connections of the key-value port share.
 *
 * @param version what the node says it is
 * @param machine the clock of timeouts, never of deadlines
 */
public record KvServices(
        String version, Buckets buckets, ClusterConfigs configs, Authentication authentication, Clock machine) {}
