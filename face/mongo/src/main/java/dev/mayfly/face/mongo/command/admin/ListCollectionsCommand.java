package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.MongoRelease;
import dev.mayfly.face.mongo.collection.ClusteredIndex;
import dev.mayfly.face.mongo.collection.CollectionExpiry;
import dev.mayfly.face.mongo.collection.CollectionSettings;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.collection.TimeSeries;
import dev.mayfly.face.mongo.collection.Views;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.Action;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.DatabasePrivilege;
import dev.mayfly.face.mongo.command.GrantedPrivileges;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.PowerOf2Sizes;
import dev.mayfly.face.mongo.command.QueryFields;
import dev.mayfly.face.mongo.command.crud.CursorReply;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** Lists the collections of a database. */
public final class ListCollectionsCommand implements MongoCommand {
    private static final String VIEW = "view";
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
        MongoFilter filter = Query.filter(QueryFields.tree(request, "filter"), Variables.NONE);
        boolean nameOnly = request.bool("nameOnly", false);
        if (!GrantedPrivileges.isAllowed(new DatabasePrivilege(Action.LIST_COLLECTIONS, request.database()), context)) {
            return CursorReply.whole(request.database() + NAMESPACE, List.of());
        }
        MongoRelease release = context.services().settings().release();
        List<BsonDocument> all = new ArrayList<>();
        context.services()
                .collections()
                .of(request.database())
                .forEach(collection -> all.add(listed(collection, release)));
        if (all.stream().anyMatch(one -> one.getString("type").getValue().equals(VIEW))) {
            all.add(systemViews());
        }
        List<BsonDocument> listed = all.stream()
                .filter(document -> filter.matches(TreeView.of(document)))
                .map(document -> nameOnly ? nameOf(document) : document)
                .toList();
        return CursorReply.of(context, request, request.database() + NAMESPACE, listed);
    }

    private static BsonDocument systemViews() {
        return new BsonDocument("name", new BsonString(Views.SYSTEM_VIEWS))
                .append("type", new BsonString("collection"))
                .append("options", new BsonDocument())
                .append("info", new BsonDocument("readOnly", BsonBoolean.FALSE))
                .append("idIndex", IndexListing.ofId(Collation.SIMPLE));
    }

    private static BsonDocument listed(Collection collection, MongoRelease release) {
        BsonDocument shown = PowerOf2Sizes.listed(collection.record(), release);
        if (shown.containsKey("viewOn")) {
            return new BsonDocument("name", new BsonString(collection.name().collection()))
                    .append("type", new BsonString(VIEW))
                    .append("options", shown)
                    .append("info", new BsonDocument("readOnly", BsonBoolean.TRUE));
        }
        CollectionExpiry.seconds(collection.record())
                .ifPresent(seconds -> shown.append("expireAfterSeconds", new BsonInt64(seconds)));
        if (shown.containsKey(TimeSeries.OPTION)) {
            return new BsonDocument("name", new BsonString(collection.name().collection()))
                    .append("type", new BsonString("timeseries"))
                    .append("options", shown)
                    .append("info", new BsonDocument("readOnly", BsonBoolean.FALSE));
        }
        BsonDocument options = BsonEncoding.decode(collection.record().options());
        BsonDocument details = new BsonDocument("readOnly", BsonBoolean.FALSE);
        if (options.containsKey("uuid")) {
            details.append("uuid", options.get("uuid"));
        }
        BsonDocument listed = new BsonDocument(
                        "name", new BsonString(collection.name().collection()))
                .append("type", new BsonString("collection"))
                .append("options", shown)
                .append("info", details);
        return shown.containsKey(ClusteredIndex.OPTION)
                ? listed
                : listed.append("idIndex", IndexListing.ofId(CollectionSettings.collation(collection.record())));
    }

    private static BsonDocument nameOf(BsonDocument document) {
        return new BsonDocument("name", document.get("name")).append("type", document.get("type"));
    }
}
