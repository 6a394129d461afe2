package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.net.InetSocketAddress;

/** {@code whatsmyuri}: the address of the client. */
public final class WhatsMyUriCommand implements MongoCommand {
    @Override
    public String name() {
        return "whatsmyuri";
    }

    @Override
    public Access access() {
        return Access.ANYONE;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        InetSocketAddress peer = context.state().connection().peer();
        return Reply.ok(new BsonBuilder().text("you", peer.getAddress().getHostAddress() + ":" + peer.getPort()));
    }
}
