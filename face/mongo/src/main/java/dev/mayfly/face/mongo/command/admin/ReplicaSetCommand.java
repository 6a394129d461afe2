package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.MongoServices;
import dev.mayfly.face.mongo.replica.MemberReport;
import dev.mayfly.face.mongo.replica.Membership;
import dev.mayfly.face.mongo.replica.ReplicaSet;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;

/** The administrative commands about a replica set; a single server answers that it is not part of one. */
public final class ReplicaSetCommand implements MongoCommand {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final String name;
    private final Access access;
    private final Answer answer;

    private interface Answer {
        BsonBuilder of(CommandContext context, MemberReport report);
    }

    private ReplicaSetCommand(String name, Access access, Answer answer) {
        this.name = name;
        this.access = access;
        this.answer = answer;
    }

    public static MongoCommand status() {
        return new ReplicaSetCommand("replSetGetStatus", Access.MONITOR, ReplicaSetCommand::status);
    }

    public static MongoCommand configuration() {
        return new ReplicaSetCommand("replSetGetConfig", Access.MONITOR, (_, report) -> report.configuration());
    }

    public static MongoCommand initiation() {
        return new ReplicaSetCommand("replSetInitiate", Access.MANAGE_SERVER, (_, _) -> initiate());
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
        return access;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        ReplicaSet set = context.services().settings().replicaSet();
        if (set == null) {
            throw new CommandError(
                    MongoCode.NO_REPLICATION_ENABLED,
                    access == Access.MANAGE_SERVER
                            ? "This node was not started with replication enabled."
                            : "not running with --replSet");
        }
        Membership membership = context.services().membership();
        boolean isPrimary = membership == null || membership.isPrimary();
        return Reply.ok(answer.of(
                context,
                new MemberReport(set, set.member(context.state().connection().local()), isPrimary)));
    }

    private static BsonBuilder status(CommandContext context, MemberReport report) {
        MongoServices services = context.services();
        long uptimeSeconds = services.uptimeNanos() / NANOS_PER_SECOND;
        return report.status(services.clusterTime().now(), context.now(), uptimeSeconds);
    }

    /** A set begins with its server, so there is nothing left to initiate. */
    private static BsonBuilder initiate() {
        throw new CommandError(MongoCode.ALREADY_INITIALIZED, "already initialized");
    }
}
