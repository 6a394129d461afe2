package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.ServerCommand;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Set;

/** Makes everything acknowledged so far survive a loss of power. */
public final class FsyncCommand implements ServerCommand {
    @Override
    public String name() {
        return "fsync";
    }

    @Override
    public Set<String> fields() {
        return Set.of("lock", "async", "fsyncLockAcquisitionTimeoutMillis");
    }

    /** Files that are copied while other faces write, and the store tidies up, would be no backup. */
    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        if (request.bool("lock", false)) {
            throw new CommandError(
                    MongoCode.COMMAND_NOT_SUPPORTED,
                    "fsync.lock is not supported by this server: a backup is made while clients write");
        }
        context.services().collections().engine().sync();
        return Reply.ok(new BsonBuilder().int32("numFiles", 1));
    }
}
