package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadInstant;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CollectionIdentity;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.QueryFields;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.query.QuerySpec;
import dev.mayfly.face.mongo.query.Results;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;

/** Counts documents; never an expired one. */
public final class CountCommand implements MongoCommand {
    @Override
    public String name() {
        return "count";
    }

    @Override
    public Set<String> fields() {
        return Set.of("query", "limit", "skip", "hint", "collation", "fields", CollectionIdentity.FIELD);
    }

    @Override
    public Access access() {
        return Access.READ;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        long count = context.services()
                .collections()
                .views()
                .resolve(request.database(), request.collection())
                .map(view -> ofView(context, ViewRequests.count(request, view)))
                .orElseGet(() -> ofCollection(context, request));
        return Reply.ok(
                count <= Integer.MAX_VALUE
                        ? new BsonBuilder().int32("n", (int) count)
                        : new BsonBuilder().int64("n", count));
    }

    private static long ofView(CommandContext context, CommandRequest counting) {
        try (Rows rows = AggregateCommand.rows(context, counting)) {
            BsonDocument row = rows.next();
            return row == null ? 0 : row.getNumber("count").longValue();
        }
    }

    private static long ofCollection(CommandContext context, CommandRequest request) {
        BsonDocument query = QueryFields.tree(request, "query");
        QuerySpec spec = spec(context, request);
        Optional<Collection> collection =
                context.services().collections().find(request.database(), request.collection());
        return collection.isEmpty() ? 0 : count(collection.get(), context.instant(), query, spec);
    }

    static QuerySpec spec(CommandContext context, CommandRequest request) {
        Variables variables = QueryFields.variables(context, request);
        return new QuerySpec(
                Query.filter(QueryFields.tree(request, "query"), variables),
                new BsonDocument(),
                QueryFields.hint(request),
                request.count("skip", 0),
                Math.abs(request.number("limit", 0)),
                variables.collation());
    }

    private static long count(Collection collection, ReadInstant at, BsonDocument query, QuerySpec spec) {
        ReadView reading = collection.reading(at);
        if (query.isEmpty() && spec.hint() == null) {
            long rest = Math.max(0, collection.count(reading) - spec.skip());
            return spec.limit() == 0 ? rest : Math.min(rest, spec.limit());
        }
        long count = 0;
        try (Results results = Query.open(collection, reading, spec)) {
            for (Document found = results.next(); found != null; found = results.next()) {
                count++;
            }
        }
        return count;
    }
}
