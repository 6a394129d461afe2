package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.wire.Reply;

/** What monitoring asks to learn whether this is a replica set: it is not. */
final class ReplicaSetCommand implements MongoCommand {
    private final String name;

    private ReplicaSetCommand(String name) {
        this.name = name;
    }

    static MongoCommand status() {
        return new ReplicaSetCommand("replSetGetStatus");
    }

    static MongoCommand configuration() {
        return new ReplicaSetCommand("replSetGetConfig");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isLenient() {
        return true;
    }

    @Override
    public boolean isAdminOnly() {
        return true;
    }

    @Override
    public Access access() {
        return Access.MONITOR;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        throw new CommandError(MongoCode.NO_REPLICATION_ENABLED, "not running with --replSet");
    }
}
