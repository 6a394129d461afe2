package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Set;
import java.util.function.Consumer;

/** Reports on, or empties, a part of MongoDB's server that does not exist here: its answer is true as it stands. */
public final class AbsentPartCommand implements MongoCommand {
    private final String name;
    private final Access access;
    private final boolean isAdminOnly;
    private final Set<String> fields;
    private final Consumer<BsonBuilder> report;

    private AbsentPartCommand(
            String name, Access access, boolean isAdminOnly, Set<String> fields, Consumer<BsonBuilder> report) {
        this.name = name;
        this.access = access;
        this.isAdminOnly = isAdminOnly;
        this.fields = fields;
        this.report = report;
    }

    /** There are no connections to other servers. */
    public static MongoCommand connectionPools() {
        return new AbsentPartCommand("connPoolStats", Access.MONITOR, false, Set.of(), reply -> {
            for (String count : new String[] {
                "numClientConnections",
                "numAScopedConnections",
                "totalInUse",
                "totalAvailable",
                "totalLeased",
                "totalCreated",
                "totalRefreshing"
            }) {
                reply.int32(count, 0);
            }
            reply.startDocument("pools").end().startDocument("hosts").end();
            reply.startDocument("replicaSets").end();
        });
    }

    /** Nothing waits for locks. */
    public static MongoCommand locks() {
        return new AbsentPartCommand("lockInfo", Access.MONITOR, true, Set.of("includeStorageEngineFlags"), reply -> {
            reply.startArray("lockInfo").end();
        });
    }

    /** The log goes to the standard error stream, which has no file to begin anew. */
    public static MongoCommand logFiles() {
        return new AbsentPartCommand("logRotate", Access.MANAGE_SERVER, true, Set.of(), _ -> {});
    }

    /** Every query is planned from its own values. */
    public static MongoCommand plans() {
        return new AbsentPartCommand(
                "planCacheClear",
                Access.MANAGE,
                false,
                Set.of("query", "projection", "sort", "collation", "cqf"),
                _ -> {});
    }

    /** No query is bound to indexes beforehand. */
    public static MongoCommand indexFilters() {
        return new AbsentPartCommand("planCacheListFilters", Access.READ, false, Set.of(), reply -> {
            reply.startArray("filters").end();
        });
    }

    public static MongoCommand indexFiltersCleared() {
        return new AbsentPartCommand(
                "planCacheClearFilters",
                Access.MANAGE,
                false,
                Set.of("query", "projection", "sort", "collation"),
                _ -> {});
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<String> fields() {
        return fields;
    }

    @Override
    public Access access() {
        return access;
    }

    @Override
    public boolean isAdminOnly() {
        return isAdminOnly;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        BsonBuilder reply = new BsonBuilder();
        report.accept(reply);
        return Reply.ok(reply);
    }
}
