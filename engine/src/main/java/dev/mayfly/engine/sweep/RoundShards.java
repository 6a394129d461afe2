package dev.mayfly.engine.sweep;

import dev.mayfly.engine.commit.ShardCalls;
import dev.mayfly.engine.expiry.Deadlines;
import java.util.ArrayList;
import java.util.List;

/**
 * The shards of a round of the sweeper: those that it goes over, without those in which it would find nothing.
 *
 * @param idleUntil when the first of the shards that are left out falls due
 */
record RoundShards(List<SweptCollection> swept, long idleUntil) {
    /** The number of shards whose turns are read at the same time. */
    private static final int LOOKS_MAX = 64;

    /** Leaves out none where no other engine writes: there a sweep that finds nothing costs less than to remember it. */
    static RoundShards of(SweepContext context, List<SweptCollection> wanted) {
        if (!context.isShared()) {
            return new RoundShards(wanted, Deadlines.NO_DEADLINE);
        }
        for (int from = 0; from < wanted.size(); from += LOOKS_MAX) {
            ShardCalls.forEach(
                    wanted.subList(from, Math.min(wanted.size(), from + LOOKS_MAX)),
                    shard -> shard.idle().look(shard.announcesWhenDue()));
        }
        long now = context.clock().wallMillis();
        long idleUntil = Deadlines.NO_DEADLINE;
        List<SweptCollection> swept = new ArrayList<>();
        for (SweptCollection shard : wanted) {
            if (shard.idle().holds(now)) {
                shard.countIdleLooks(now);
                idleUntil = Math.min(idleUntil, shard.idle().due());
            } else {
                swept.add(shard);
            }
        }
        return new RoundShards(swept, idleUntil);
    }
}
