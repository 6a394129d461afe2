package dev.mayfly.face.couchbase.session;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.face.couchbase.bucket.Buckets;

/**
 * The services that all connections of the key-value port share.
 *
 * @param version that the node announces
 * @param machine the clock of timeouts, never of deadlines
 * @param memory what requests of the server may hold together
 */
public record KvServices(
        String version,
        Buckets buckets,
        ClusterConfigs configs,
        KvAuthentication authentication,
        Clock machine,
        RequestMemoryPool memory) {}
