package dev.mayfly.face.mongo.command.user;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.session.Authentication.Login;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Set;

/** Continues a login. */
public final class SaslContinueCommand implements MongoCommand {
    @Override
    public String name() {
        return "saslContinue";
    }

    @Override
    public Set<String> fields() {
        return Set.of("conversationId", "payload");
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
        Login login = context.state()
                .login()
                .orElseThrow(() -> new CommandError(MongoCode.PROTOCOL_ERROR, "No SASL session state found"));
        if (request.number("conversationId", 0) != login.conversationId()) {
            throw new CommandError(MongoCode.PROTOCOL_ERROR, "sasl: Mismatched conversation id");
        }
        byte[] payload = SaslStartCommand.payload(request.required("payload"));
        return Reply.ok(SaslStartCommand.step(context, login, payload));
    }
}
