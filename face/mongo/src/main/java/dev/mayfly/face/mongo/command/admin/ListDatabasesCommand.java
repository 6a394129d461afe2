package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.command.Action;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.DatabasePrivilege;
import dev.mayfly.face.mongo.command.GrantedPrivileges;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.QueryFields;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** Lists the databases that hold a collection. */
public final class ListDatabasesCommand implements MongoCommand {
    private static final long MEGABYTE = 1 << 20;
    private static final String AUTHORIZED = "authorizedDatabases";

    @Override
    public String name() {
        return "listDatabases";
    }

    @Override
    public Set<String> fields() {
        return Set.of("filter", "nameOnly", AUTHORIZED);
    }

    @Override
    public boolean isAdminOnly() {
        return true;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        MongoFilter filter = Query.filter(QueryFields.tree(request, "filter"), Variables.NONE);
        boolean nameOnly = request.bool("nameOnly", false);
        boolean showsAll = showsAll(context, request);
        BsonBuilder reply = new BsonBuilder().startArray("databases");
        long total = 0;
        for (Map.Entry<String, List<Collection>> database :
                context.services().collections().byDatabase().entrySet()) {
            long bytes = database.getValue().stream()
                    .mapToLong(collection -> collection.storedSize().bytes())
                    .sum();
            if (!showsAll && !DatabasePrivilege.isAnyGranted(GrantedPrivileges.roles(context), database.getKey())) {
                continue;
            }
            BsonDocument listed = listed(database.getKey(), bytes, nameOnly);
            if (filter.matches(TreeView.of(listed))) {
                reply.element(listed);
                total += bytes;
            }
        }
        reply.end();
        if (!nameOnly) {
            reply.int64("totalSize", total).int64("totalSizeMb", total / MEGABYTE);
        }
        return Reply.ok(reply);
    }

    /**
     * Returns whether all databases are listed. A client without that privilege sees the ones it may act on, and is
     * refused if it requests all.
     */
    private static boolean showsAll(CommandContext context, CommandRequest request) {
        DatabasePrivilege all = DatabasePrivilege.onServer(Action.LIST_DATABASES);
        if (request.has(AUTHORIZED) && !request.bool(AUTHORIZED, false)) {
            GrantedPrivileges.require(all, "listDatabases", context);
        }
        return GrantedPrivileges.isAllowed(all, context) && !request.bool(AUTHORIZED, false);
    }

    private static BsonDocument listed(String name, long bytes, boolean nameOnly) {
        BsonDocument listed = new BsonDocument("name", new BsonString(name));
        return nameOnly
                ? listed
                : listed.append("sizeOnDisk", new BsonInt64(bytes)).append("empty", BsonBoolean.valueOf(bytes == 0));
    }
}
