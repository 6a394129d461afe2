package dev.mayfly.face.mongo.command.user;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.session.Authentication;
import dev.mayfly.face.mongo.session.Authentication.Login;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Base64;
import java.util.Set;
import org.bson.BsonBinary;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/** Begins a login. */
public final class SaslStartCommand implements MongoCommand {
    @Override
    public String name() {
        return "saslStart";
    }

    @Override
    public Set<String> fields() {
        return Set.of("mechanism", "payload", "autoAuthorize", "options", "db");
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
    public Reply run(CommandContext context, CommandRequest request) {
        return Reply.ok(start(context, request.body(), request.database()));
    }

    public static BsonBuilder start(CommandContext context, BsonView start, String database) {
        String mechanism = mechanism(start.field("mechanism"));
        if (!mechanism.equals(Authentication.MECHANISM)) {
            throw new CommandError(
                    MongoCode.MECHANISM_UNAVAILABLE, "Received authentication for a mechanism which is not enabled");
        }
        Login login = context.services()
                .authentication()
                .login(
                        context.state().nextConversation(),
                        database,
                        skipsEmptyExchange(start.field("options")),
                        context.state().connection().peer().getAddress());
        context.state().begin(login);
        return step(context, login, payload(start.field("payload")));
    }

    /** Answers one message of the client; after a failure the client must begin again. */
    static BsonBuilder step(CommandContext context, Login login, byte[] payload) {
        try {
            byte[] answer = login.next(payload);
            login.user().ifPresent(context.state()::loggedIn);
            return new BsonBuilder()
                    .int32("conversationId", login.conversationId())
                    .bool("done", login.isDone())
                    .value("payload", new BsonBinary(answer));
        } catch (CommandError e) {
            context.state().abandonLogin();
            throw e;
        }
    }

    private static String mechanism(@Nullable BsonView mechanism) {
        if (mechanism == null || CommandRequest.typeOf(mechanism) != BsonType.STRING) {
            throw new CommandError(MongoCode.BAD_VALUE, "a login needs a mechanism");
        }
        return mechanism.stringValue();
    }

    private static boolean skipsEmptyExchange(@Nullable BsonView options) {
        if (options == null || CommandRequest.typeOf(options) != BsonType.DOCUMENT) {
            return false;
        }
        BsonView skips = options.field("skipEmptyExchange");
        return skips != null && CommandRequest.typeOf(skips) == BsonType.BOOLEAN && skips.booleanValue();
    }

    /** Bytes, or base64 as older clients send it. */
    static byte[] payload(@Nullable BsonView payload) {
        BsonType type = payload == null ? BsonType.NULL : CommandRequest.typeOf(payload);
        if (payload != null && type == BsonType.BINARY) {
            return payload.toBsonValue().asBinary().getData();
        }
        if (payload != null && type == BsonType.STRING) {
            try {
                return Base64.getDecoder().decode(payload.stringValue());
            } catch (IllegalArgumentException _) {
                throw new CommandError(MongoCode.FAILED_TO_PARSE, "the payload is not base64");
            }
        }
        throw new CommandError(MongoCode.TYPE_MISMATCH, "the payload must be a BinData or base64 string");
    }
}
