package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonType;

/** {@code dataSize}: the size of the documents of a collection, which is named with its database. */
public final class DataSizeCommand implements MongoCommand {
    @Override
    public String name() {
        return "dataSize";
    }

    @Override
    public List<String> aliases() {
        return List.of("datasize");
    }

    @Override
    public Set<String> fields() {
        return Set.of("keyPattern", "min", "max", "estimate");
    }

    @Override
    public Access access() {
        return Access.READ;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        if (request.has("min") || request.has("max")) {
            throw new CommandError(
                    MongoCode.COMMAND_NOT_SUPPORTED, "dataSize.min and dataSize.max are not supported by this server");
        }
        long started = context.services().uptimeNanos();
        CollectionName name = named(request);
        Optional<Collection> collection = context.services().collections().find(name.database(), name.collection());
        BsonBuilder reply = new BsonBuilder().bool("estimate", request.bool("estimate", false));
        reply.int64("size", collection.map(found -> found.storedSize().bytes()).orElse(0L));
        reply.int64(
                "numObjects",
                collection
                        .map(found -> found.count(found.reading(context.instant())))
                        .orElse(0L));
        long millis = (context.services().uptimeNanos() - started) / 1_000_000;
        return Reply.ok(reply.int64("millis", millis));
    }

    /** The collection that the command's own field names. */
    public static CollectionName named(CommandRequest request) {
        if (CommandRequest.typeOf(request.argument()) != BsonType.STRING) {
            throw request.wrongType(request.name(), request.argument(), "type 'string'");
        }
        String namespace = request.argument().stringValue();
        int dot = namespace.indexOf('.');
        if (dot <= 0 || dot == namespace.length() - 1) {
            throw new CommandError(MongoCode.INVALID_NAMESPACE, "Invalid namespace specified '" + namespace + "'");
        }
        return new CollectionName(MongoCollections.FACE, namespace.substring(0, dot), namespace.substring(dot + 1));
    }
}
