package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.face.mongo.collection.ttl.TtlMonitor;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.MongoServices;
import dev.mayfly.face.mongo.replica.Membership;
import dev.mayfly.face.mongo.replica.ReplicaSet;
import dev.mayfly.face.mongo.session.Operations;
import dev.mayfly.face.mongo.session.TransactionCounts;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.concurrent.TimeUnit;

/** {@code serverStatus}: the state of the server, in the fields that monitoring reads. */
public final class ServerStatusCommand implements MongoCommand {
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
                .text("version", services.settings().release().version())
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
            Membership membership = services.membership();
            boolean isPrimary = membership == null || membership.isPrimary();
            reply.startDocument("repl").bool("isWritablePrimary", isPrimary);
            long clusterTime = services.clusterTime().now();
            set.describe(reply, context.state().connection().local(), isPrimary, clusterTime, context.now())
                    .int32("rbid", 1)
                    .end();
        }
        services.counters().appendTo(reply);
        reply.value("opLatencies", services.usages().server().latencies(false));
        clients(reply, services, uptimeMillis);
        ProcessMemory memory = ProcessMemory.now();
        reply.startDocument("mem")
                .int32("bits", Long.SIZE)
                .int32("resident", memory.residentMegabytes())
                .int32("virtual", memory.virtualMegabytes())
                .bool("supported", true)
                .end();
        if (services.membership() != null) {
            transactions(reply, services.sessions().numbered().counts());
        }
        reply.startDocument("metrics");
        cursors(reply, services);
        ttl(reply, services.ttlMonitor());
        return reply.end();
    }

    private static void clients(BsonBuilder reply, MongoServices services, long uptimeMillis) {
        Operations operations = services.operations();
        Operations.ClientCount clients = operations.clients();
        reply.startDocument("connections")
                .int32("current", clients.connections())
                .int64("totalCreated", operations.opened())
                .int32("active", clients.readers() + clients.writers())
                .end();
        reply.startDocument("globalLock").int64("totalTime", TimeUnit.MILLISECONDS.toMicros(uptimeMillis));
        count(reply, "currentQueue", 0, 0);
        count(reply, "activeClients", clients.readers(), clients.writers());
        reply.end();
        Operations.Traffic traffic = operations.traffic();
        reply.startDocument("network")
                .int64("bytesIn", traffic.bytesIn())
                .int64("bytesOut", traffic.bytesOut())
                .int64("numRequests", traffic.requests())
                .end();
    }

    private static void count(BsonBuilder reply, String name, int readers, int writers) {
        reply.startDocument(name)
                .int32("total", readers + writers)
                .int32("readers", readers)
                .int32("writers", writers)
                .end();
    }

    private static void transactions(BsonBuilder reply, TransactionCounts counts) {
        reply.startDocument("transactions")
                .int64("retriedCommandsCount", counts.repeatedCommands())
                .int64("retriedStatementsCount", counts.repeatedStatements())
                .int64("currentOpen", counts.open())
                .int64("totalAborted", counts.aborted())
                .int64("totalCommitted", counts.committed())
                .int64("totalStarted", counts.started())
                .end();
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
