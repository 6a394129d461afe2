package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.engine.ExpiryStatistics;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.CollectionDefinition;
import dev.mayfly.face.couchbase.bucket.FailoverLog;
import dev.mayfly.face.couchbase.bucket.MaxTtl;
import dev.mayfly.face.couchbase.bucket.Scope;
import java.util.List;
import java.util.function.BiConsumer;

/** The numbers of a bucket by the names that its clients have for them. */
final class Statistics {
    private static final long NANOS = 1_000_000_000;
    private static final long MEBI = 1 << 20;

    private final Clock clock;
    private final Clock machine;
    private final String version;
    private final long startedAt;

    /**
     * @param clock of deadlines
     * @param machine by whose tick the server has run for so long
     */
    Statistics(Clock clock, Clock machine, String version) {
        this.clock = clock;
        this.machine = machine;
        this.version = version;
        this.startedAt = machine.tickNanos();
    }

    void general(Bucket bucket, BiConsumer<String, Object> to) {
        ExpiryStatistics all = ExpiryStatistics.NOTHING;
        for (BucketCollection each : bucket.collections()) {
            all = all.plus(each.collection().statistics());
        }
        to.accept("version", version);
        to.accept("ep_version", version);
        to.accept("pid", ProcessHandle.current().pid());
        to.accept("time", clock.wallMillis() / 1_000);
        to.accept("uptime", (machine.tickNanos() - startedAt) / NANOS);
        to.accept("bucket_type", bucket.settings().type().kept());
        to.accept("ep_max_size", bucket.settings().number("ramQuotaMB", 0) * MEBI);
        to.accept("mem_used", all.bytes());
        to.accept("curr_items", all.live());
        to.accept("curr_items_tot", all.live());
        to.accept("vb_active_curr_items", all.live());
        to.accept("vb_active_num", bucket.vBuckets());
        to.accept("vb_replica_num", 0);
        to.accept("vb_pending_num", 0);
        to.accept("ep_num_deleted_items", all.tombstones());
        expiry(bucket, all, to);
    }

    private static void expiry(Bucket bucket, ExpiryStatistics all, BiConsumer<String, Object> to) {
        // A write that takes an expired document's place has met it, too.
        long byAccess = all.byAccess() + all.byWrites();
        to.accept("ep_expired_access", byAccess);
        to.accept("ep_expired_pager", all.bySweeps());
        to.accept("ep_expired_compactor", all.byCompactions());
        to.accept("vb_active_expired", byAccess + all.bySweeps() + all.byCompactions());
        to.accept("vb_replica_expired", 0);
        to.accept("ep_num_expiry_pager_runs", all.sweeps());
        to.accept("ep_exp_pager_enabled", bucket.pager().isEnabled());
        to.accept("ep_exp_pager_stime", bucket.pager().seconds());
        to.accept("ep_exp_pager_initial_run_time", bucket.pager().firstHour());
        to.accept("ep_max_ttl", bucket.settings().maxTtl());
    }

    static void states(Bucket bucket, BiConsumer<String, Object> to) {
        for (int vBucket = 0; vBucket < bucket.vBuckets(); vBucket++) {
            to.accept("vb_" + vBucket, "active");
        }
    }

    /** @param which from where until where */
    static void details(Bucket bucket, int[] which, BiConsumer<String, Object> to) {
        for (int vBucket = which[0]; vBucket < which[1]; vBucket++) {
            String name = "vb_" + vBucket;
            to.accept(name, "active");
            to.accept(name + ":uuid", bucket.vBucketUuid(vBucket));
            to.accept(name + ":high_seqno", bucket.changes().high(vBucket));
            to.accept(name + ":purge_seqno", bucket.changes().purged(vBucket));
            to.accept(name + ":topology", "[[\"n_0\"]]");
        }
    }

    /** @param which from where until where */
    static void seqnos(Bucket bucket, int[] which, BiConsumer<String, Object> to) {
        for (int vBucket = which[0]; vBucket < which[1]; vBucket++) {
            String name = "vb_" + vBucket;
            long seqno = bucket.changes().high(vBucket);
            to.accept(name + ":uuid", bucket.vBucketUuid(vBucket));
            to.accept(name + ":high_seqno", seqno);
            to.accept(name + ":abs_high_seqno", seqno);
            to.accept(name + ":last_persisted_seqno", seqno);
            to.accept(name + ":last_persisted_snap_start", seqno);
            to.accept(name + ":last_persisted_snap_end", seqno);
            to.accept(name + ":purge_seqno", bucket.changes().purged(vBucket));
        }
    }

    /** @param which from where until where */
    static void failovers(Bucket bucket, int[] which, BiConsumer<String, Object> to) {
        for (int vBucket = which[0]; vBucket < which[1]; vBucket++) {
            String name = "vb_" + vBucket;
            List<FailoverLog.Entry> entries = bucket.changes().failovers(vBucket);
            to.accept(name + ":num_entries", entries.size());
            to.accept(name + ":num_erroneous_entries_erased", 0);
            for (int index = 0; index < entries.size(); index++) {
                to.accept(name + ":" + index + ":id", entries.get(index).uuid());
                to.accept(name + ":" + index + ":seq", entries.get(index).seqno());
            }
        }
    }

    static void collections(Bucket bucket, BiConsumer<String, Object> to) {
        to.accept("manifest_uid", bucket.manifest().hexUid());
        for (Scope scope : bucket.manifest().scopes()) {
            for (CollectionDefinition each : scope.collections()) {
                BucketCollection found = bucket.find(each.uid());
                if (found == null) {
                    continue;
                }
                String name = hex(scope.uid()) + ":" + hex(each.uid());
                ExpiryStatistics numbers = found.collection().statistics();
                to.accept(name + ":name", each.name());
                to.accept(name + ":scope_name", scope.name());
                to.accept(name + ":items", numbers.live());
                to.accept(name + ":disk_size", numbers.bytes());
                if (each.maxTtl() != MaxTtl.NONE) {
                    to.accept(name + ":maxTTL", Math.max(0, each.maxTtl()));
                }
            }
        }
    }

    static void scopes(Bucket bucket, BiConsumer<String, Object> to) {
        to.accept("manifest_uid", bucket.manifest().hexUid());
        for (Scope scope : bucket.manifest().scopes()) {
            to.accept(hex(scope.uid()) + ":name", scope.name());
            to.accept(hex(scope.uid()) + ":collections", scope.collections().size());
        }
    }

    private static String hex(int uid) {
        return "0x" + Integer.toHexString(uid);
    }
}
