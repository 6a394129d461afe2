package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.MongoRelease;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.PowerOf2Sizes;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;

/** {@code collStats}: the size of a collection. */
public final class CollStatsCommand implements MongoCommand {
    @Override
    public String name() {
        return "collStats";
    }

    @Override
    public List<String> aliases() {
        return List.of("collstats");
    }

    @Override
    public Set<String> fields() {
        return Set.of("scale");
    }

    @Override
    public Access access() {
        return Access.READ;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        Optional<Collection> collection =
                context.services().collections().find(request.database(), request.collection());
        long scale = Math.max(1, request.number("scale", 1));
        BsonBuilder reply = new BsonBuilder().text("ns", request.namespace());
        BsonDocument storage = collection
                .map(found -> CollectionStatistics.storage(found, context.instant(), scale))
                .orElseGet(() -> CollectionStatistics.none(scale));
        storage.forEach(reply::value);
        if (context.services().isRouter()) {
            collection.ifPresent(
                    found -> CollectionStatistics.shards(found, storage, scale).forEach(reply::value));
        }
        if (context.services().settings().release() == MongoRelease.V3_6) {
            collection.ifPresent(found -> reply.int32("userFlags", PowerOf2Sizes.flags(found.record())));
        }
        return Reply.ok(reply);
    }
}
