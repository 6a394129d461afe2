package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.ClusteredIndex;
import dev.mayfly.face.mongo.collection.IndexKeys;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CollectionIdentity;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.language.value.ShellText;
import dev.mayfly.face.mongo.stream.ExpandedEvents;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.bson.BsonDocument;
import org.bson.BsonType;

/** Drops indexes by name, by key, several at once, or all but the one on {@code _id}. */
public final class DropIndexesCommand implements MongoCommand {
    private static final String ALL = "*";

    @Override
    public String name() {
        return "dropIndexes";
    }

    @Override
    public List<String> aliases() {
        return List.of("deleteIndexes");
    }

    @Override
    public Set<String> fields() {
        return Set.of("index", CollectionIdentity.FIELD);
    }

    @Override
    public Access access() {
        return Access.WRITE;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        ReentrantLock changing = context.services().collections().changing(request.database(), request.collection());
        changing.lock();
        try {
            Collection collection = context.services()
                    .collections()
                    .find(request.database(), request.collection())
                    .orElseThrow(() ->
                            new CommandError(MongoCode.NAMESPACE_NOT_FOUND, "ns not found " + request.namespace()));
            List<BsonDocument> before = IndexListing.of(collection.record());
            Reply reply = drop(collection, request.required("index"), request);
            Set<BsonDocument> left = Set.copyOf(IndexListing.of(collection.record()));
            List<BsonDocument> dropped =
                    before.stream().filter(index -> !left.contains(index)).toList();
            new ExpandedEvents(context.services().collections()).indexes(collection, name(), dropped);
            return reply;
        } finally {
            changing.unlock();
        }
    }

    private static Reply drop(Collection collection, BsonView index, CommandRequest request) {
        int before = IndexListing.of(collection.record()).size();
        boolean all = index.toBsonValue().isString() && index.stringValue().equals(ALL);
        List<String> names = all
                ? IndexListing.made(collection.record()).stream()
                        .map(IndexDefinition::name)
                        .toList()
                : names(collection.record(), index, request);
        names.forEach(collection.definition()::dropIndex);
        BsonBuilder reply = new BsonBuilder().int32("nIndexesWas", before);
        if (all) {
            reply.text("msg", "non-_id indexes dropped for collection");
        }
        return Reply.ok(reply);
    }

    private static List<String> names(CollectionRecord record, BsonView index, CommandRequest request) {
        return switch (CommandRequest.typeOf(index)) {
            case STRING -> List.of(byName(record, index.stringValue()));
            case DOCUMENT -> List.of(byKey(record, index.toBsonValue().asDocument()));
            case ARRAY -> {
                List<String> names = new ArrayList<>();
                View.Fields elements = index.fields();
                while (elements.next()) {
                    BsonView name = (BsonView) elements.value();
                    if (CommandRequest.typeOf(name) != BsonType.STRING) {
                        throw request.wrongType("index." + elements.name(), name, "type 'string'");
                    }
                    names.add(byName(record, name.stringValue()));
                }
                yield names;
            }
            default -> throw request.wrongType("index", index, "types '[string, object]'");
        };
    }

    private static String byName(CollectionRecord record, String name) {
        if (ClusteredIndex.isName(record, name)) {
            throw clustered();
        }
        if (name.equals(IndexListing.ID_INDEX)) {
            throw new CommandError(MongoCode.INVALID_OPTIONS, "cannot drop _id index");
        }
        return IndexChoice.byName(record, name)
                .orElseThrow(
                        () -> new CommandError(MongoCode.INDEX_NOT_FOUND, "index not found with name [" + name + "]"))
                .name();
    }

    private static CommandError clustered() {
        return new CommandError(5979800, "It is illegal to drop the clusteredIndex");
    }

    private static String byKey(CollectionRecord record, BsonDocument key) {
        if (IndexKeys.isId(key) && ClusteredIndex.isOf(record)) {
            throw clustered();
        }
        if (IndexKeys.isId(key)) {
            throw new CommandError(MongoCode.INVALID_OPTIONS, "cannot drop _id index");
        }
        return IndexChoice.byKey(record, key)
                .orElseThrow(() ->
                        new CommandError(MongoCode.INDEX_NOT_FOUND, "can't find index with key: " + ShellText.of(key)))
                .name();
    }
}
