package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.MongoSettings;
import dev.mayfly.face.mongo.command.user.SaslStartCommand;
import dev.mayfly.face.mongo.replica.Membership;
import dev.mayfly.face.mongo.replica.ReplicaSet;
import dev.mayfly.face.mongo.session.Authentication;
import dev.mayfly.face.mongo.session.LogicalSessions;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Compressor;
import dev.mayfly.face.mongo.wire.MongoFramer;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import org.bson.BsonType;

/** {@code hello}, the first message of every connection: reports the kind of server and its abilities. */
public final class HelloCommand implements MongoCommand {
    /*
     * Absent fields carry meaning too: no setName and no msg mean a single server, and no topologyVersion means that
     * drivers ask again every ten seconds instead of waiting for a streamed answer.
     *
     * One of several servers over one store says that it is a mongos: drivers then take all of them as equals, leave
     * one that does not answer, and send a write again through another one.
     */
    private final boolean isLegacy;

    private HelloCommand(boolean isLegacy) {
        this.isLegacy = isLegacy;
    }

    public static HelloCommand hello() {
        return new HelloCommand(false);
    }

    public static HelloCommand isMaster() {
        return new HelloCommand(true);
    }

    @Override
    public String name() {
        return isLegacy ? "isMaster" : "hello";
    }

    @Override
    public List<String> aliases() {
        return isLegacy ? List.of("ismaster") : List.of();
    }

    @Override
    public boolean isLenient() {
        return true;
    }

    @Override
    public Access access() {
        return Access.ANYONE;
    }

    @Override
    public boolean isSecret() {
        return true;
    }

    @Override
    public boolean isBounded(CommandRequest request) {
        return !request.has("speculativeAuthenticate");
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        request.tree("client").ifPresent(context.state()::clientMetadata);
        BsonBuilder reply = new BsonBuilder();
        if (request.bool("helloOk", false)) {
            reply.bool("helloOk", true);
        }
        ReplicaSet set = context.services().settings().replicaSet();
        Membership membership = context.services().membership();
        boolean isPrimary = membership == null || membership.isPrimary();
        if (set != null) {
            long clusterTime = context.services().clusterTime().now();
            set.describe(reply, context.state().connection().local(), isPrimary, clusterTime, context.now());
        }
        boolean isRouter = context.services().isRouter();
        if (isRouter) {
            reply.text("msg", "isdbgrid");
        }
        reply.bool(isLegacy ? "ismaster" : "isWritablePrimary", isPrimary)
                .int32("maxBsonObjectSize", MongoSettings.DOCUMENT_BYTES_MAX)
                .int32("maxMessageSizeBytes", MongoFramer.MESSAGE_BYTES_MAX)
                .int32("maxWriteBatchSize", MongoSettings.WRITE_BATCH_MAX)
                .date("localTime", context.now());
        reply.int32("logicalSessionTimeoutMinutes", LogicalSessions.TIMEOUT_MINUTES)
                .int32("connectionId", (int) context.state().connection().id())
                .int32("minWireVersion", 0)
                .int32("maxWireVersion", MongoSettings.WIRE_VERSION)
                .bool("readOnly", false);
        addCompression(request, reply);
        addMechanisms(request, reply);
        addSpeculation(context, request, reply);
        return Reply.ok(reply);
    }

    /** Adds the compressors that both sides support, in the client's order. */
    private static void addCompression(CommandRequest request, BsonBuilder reply) {
        if (request.array("compression").isEmpty()) {
            return;
        }
        reply.startArray("compression");
        View.Fields asked = request.array("compression").get().fields();
        while (asked.next()) {
            BsonView name = (BsonView) asked.value();
            if (CommandRequest.typeOf(name) == BsonType.STRING && isCompressor(name.stringValue())) {
                reply.element(name.stringValue());
            }
        }
        reply.end();
    }

    private static boolean isCompressor(String name) {
        for (Compressor compressor : Compressor.values()) {
            if (compressor != Compressor.NONE && compressor.wireName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** The answer is the same for every name, so that it does not reveal which names exist. */
    private static void addMechanisms(CommandRequest request, BsonBuilder reply) {
        if (request.has("saslSupportedMechs")) {
            reply.startArray("saslSupportedMechs")
                    .element(Authentication.MECHANISM)
                    .end();
        }
    }

    /** A login that begins with the first words saves a round trip; if it cannot, it simply has not begun. */
    private static void addSpeculation(CommandContext context, CommandRequest request, BsonBuilder reply) {
        if (!request.has("speculativeAuthenticate")) {
            return;
        }
        try {
            BsonView start = request.document("speculativeAuthenticate").orElseThrow();
            BsonView database = start.field("db");
            if (database != null && CommandRequest.typeOf(database) == BsonType.STRING) {
                BsonBuilder answer = SaslStartCommand.start(context, start, database.stringValue());
                reply.raw("speculativeAuthenticate", BsonView.of(answer.finish()));
            }
        } catch (CommandError _) {
            context.state().abandonLogin();
        }
    }
}
