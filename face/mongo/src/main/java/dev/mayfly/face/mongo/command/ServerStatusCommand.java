package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.collection.TtlMonitor;
import dev.mayfly.face.mongo.replica.ReplicaSet;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;

/** How the server is doing, in the fields that monitoring reads. */
final class ServerStatusCommand implements MongoCommand {
    private static final long NANOS_PER_MILLI = 1_000_000;

    @Override
    public String name() {
        return "serverStatus";
    }

    /** Sections are switched by fields of their own. */
    @Override
    public boolean isLenient() {
        return true;
    }

    @Override
    public Access access() {
        return Access.MONITOR;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        return Reply.ok(append(new BsonBuilder(), context));
    }

    static BsonBuilder append(BsonBuilder reply, CommandContext context) {
        MongoServices services = context.services();
        long uptimeMillis = services.uptimeNanos() / NANOS_PER_MILLI;
        reply.text("host", services.settings().hostName())
                .text("version", MongoSettings.VERSION)
                .text("process", "mongod")
                .int64("pid", ProcessHandle.current().pid())
                .real("uptime", uptimeMillis / 1000.0)
                .int64("uptimeMillis", uptimeMillis)
                .int64("uptimeEstimate", uptimeMillis / 1000)
                .date("localTime", context.now());
        reply.startDocument("storageEngine")
                .text("name", "mayfly")
                .bool("supportsCommittedReads", true)
                .bool("persistent", true)
                .end();
        ReplicaSet set = services.settings().replicaSet();
        if (set != null) {
            reply.startDocument("repl").bool("isWritablePrimary", true);
            long clusterTime = services.clusterTime().now();
            set.describe(reply, context.state().connection().local(), clusterTime, context.now())
                    .int32("rbid", 1)
                    .end();
        }
        reply.startDocument("metrics");
        cursors(reply, services);
        ttl(reply, services.ttlMonitor());
        return reply.end();
    }

    private static void cursors(BsonBuilder reply, MongoServices services) {
        reply.startDocument("cursor")
                .int64("timedOut", services.sessions().cursors().timedOut())
                .startDocument("open")
                .int64("total", services.sessions().cursors().size())
                .end()
                .end();
    }

    private static void ttl(BsonBuilder reply, TtlMonitor monitor) {
        reply.startDocument("ttl")
                .int64("deletedDocuments", monitor.deletedDocuments())
                .int64("invalidTTLIndexSkips", monitor.invalidIndexSkips())
                .int64("passes", monitor.passes())
                .int64("subPasses", monitor.subPasses())
                .end();
    }
}
