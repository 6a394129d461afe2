package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Set;

/** Tells what holds for requests that name neither a read concern nor a write concern. */
final class DefaultConcernsCommand implements MongoCommand {
    private static final int OF_SINGLE_SERVER = 51300;

    @Override
    public String name() {
        return "getDefaultRWConcern";
    }

    @Override
    public Set<String> fields() {
        return Set.of("inMemory");
    }

    @Override
    public Access access() {
        return Access.MONITOR;
    }

    @Override
    public boolean isAdminOnly() {
        return true;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        if (context.services().settings().replicaSet() == null) {
            throw new CommandError(OF_SINGLE_SERVER, "'getDefaultRWConcern' is not supported on standalone nodes.");
        }
        return Reply.ok(new BsonBuilder()
                .startDocument("defaultReadConcern")
                .text("level", "local")
                .end()
                .startDocument("defaultWriteConcern")
                .int32("w", 1)
                .int32("wtimeout", 0)
                .end()
                .text("defaultWriteConcernSource", "implicit")
                .text("defaultReadConcernSource", "implicit")
                .date("localUpdateWallClockTime", context.now()));
    }
}
