package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CatalogCodec;
import dev.mayfly.face.mongo.Release;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.language.MongoFilter;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** Lists the collections of a database. */
final class ListCollectionsCommand implements MongoCommand {
    private static final String NAMESPACE = ".$cmd.listCollections";

    @Override
    public String name() {
        return "listCollections";
    }

    @Override
    public Set<String> fields() {
        return Set.of("filter", "nameOnly", "cursor", "authorizedCollections");
    }

    @Override
    public Access access() {
        return Access.READ;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        MongoFilter filter = Query.filter(QueryFields.tree(request, "filter"));
        boolean nameOnly = request.bool("nameOnly", false);
        if (!Authorization.isAllowed(new Privilege(Action.LIST_COLLECTIONS, request.database()), context)) {
            return CursorReply.whole(request.database() + NAMESPACE, List.of());
        }
        List<BsonDocument> listed = context.services().collections().of(request.database()).stream()
                .map(collection ->
                        listed(collection, context.services().settings().release()))
                .filter(document -> filter.matches(TreeView.of(document)))
                .map(document -> nameOnly ? nameOf(document) : document)
                .toList();
        return CursorReply.whole(request.database() + NAMESPACE, listed);
    }

    private static BsonDocument listed(Collection collection, Release release) {
        BsonDocument options = CatalogCodec.decode(collection.record().options());
        BsonDocument details = new BsonDocument("readOnly", BsonBoolean.FALSE);
        if (options.containsKey("uuid")) {
            details.append("uuid", options.get("uuid"));
        }
        return new BsonDocument("name", new BsonString(collection.name().collection()))
                .append("type", new BsonString("collection"))
                .append("options", PowerOf2Sizes.listed(collection.record(), release))
                .append("info", details)
                .append("idIndex", IndexListing.ofId());
    }

    private static BsonDocument nameOf(BsonDocument document) {
        return new BsonDocument("name", document.get("name")).append("type", document.get("type"));
    }
}
