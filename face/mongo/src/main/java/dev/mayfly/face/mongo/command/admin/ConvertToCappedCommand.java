package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.CappedLimits;
import dev.mayfly.face.mongo.collection.CollectionExpiry;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.bson.BsonValue;

/** Bounds a collection that had no bounds. */
public final class ConvertToCappedCommand implements MongoCommand {
    @Override
    public String name() {
        return "convertToCapped";
    }

    @Override
    public Set<String> fields() {
        return Set.of("size");
    }

    @Override
    public Access access() {
        return Access.WRITE;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        request.required("size");
        BsonValue size = CappedLimits.checkedSize(request.number("size", 0));
        ReentrantLock changing = context.services().collections().changing(request.database(), request.collection());
        changing.lock();
        try {
            Collection collection = context.services()
                    .collections()
                    .find(request.collectionName())
                    .orElseThrow(() -> new CommandError(
                            MongoCode.NAMESPACE_NOT_FOUND,
                            "source collection " + request.namespace() + " does not exist"));
            if (CollectionExpiry.field(collection.record()) != null) {
                throw new CommandError(
                        MongoCode.COMMAND_NOT_SUPPORTED,
                        "a clustered collection or a time-series cannot be converted to capped");
            }
            context.services().collections().convertToCapped(collection, size);
            return Reply.ok();
        } finally {
            changing.unlock();
        }
    }
}
