package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.MongoErrors;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.collection.ProfileLog;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CollectionIdentity;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.MongoServices;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Optional;
import java.util.Set;

/** Drops a collection; dropping one that is not there succeeds. */
public final class DropCommand implements MongoCommand {
    @Override
    public String name() {
        return "drop";
    }

    @Override
    public Set<String> fields() {
        return Set.of(CollectionIdentity.FIELD);
    }

    @Override
    public Access access() {
        return Access.WRITE;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        Optional<Collection> collection =
                context.services().collections().findAny(request.database(), request.collection());
        if (collection.isEmpty()) {
            return Reply.ok();
        }
        requireDroppable(context, request);
        boolean isView = context.services().collections().isView(request.database(), request.collection());
        int indexes = IndexListing.of(collection.get().record()).size();
        drop(context.services(), collection.get());
        BsonBuilder reply = isView ? new BsonBuilder() : new BsonBuilder().int32("nIndexesWas", indexes);
        return Reply.ok(reply.text("ns", request.namespace()));
    }

    private static void requireDroppable(CommandContext context, CommandRequest request) {
        boolean isProfile = request.collection().equals(ProfileLog.NAME);
        if (isProfile && context.services().profiler().watches(request.database())) {
            throw new CommandError(
                    MongoCode.ILLEGAL_OPERATION, "turn off profiling before dropping system.profile collection");
        }
    }

    /** Drops it, and closes the cursors over it. */
    public static void drop(MongoServices services, Collection collection) {
        String namespace =
                collection.name().database() + "." + collection.name().collection();
        try {
            services.collections().engine().catalog().drop(collection.name());
        } catch (EngineException failure) {
            if (MongoErrors.codeOf(failure.error()) != MongoCode.NAMESPACE_NOT_FOUND) {
                throw failure;
            }
        }
        services.usages().forget(collection.name());
        services.collections().forget(collection);
        CommandError dropped = new CommandError(
                MongoCode.QUERY_PLAN_KILLED, "collection dropped. UUID " + MongoCollections.uuidText(collection));
        services.sessions().cursors().endAllOver(namespace, dropped);
    }
}
