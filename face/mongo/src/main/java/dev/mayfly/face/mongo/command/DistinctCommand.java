package dev.mayfly.face.mongo.command;

import dev.mayfly.base.query.DistinctValues;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Document;
import dev.mayfly.face.mongo.language.aggregation.DistinctPath;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.query.QuerySpec;
import dev.mayfly.face.mongo.query.Results;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/** The different values at a path. */
final class DistinctCommand implements MongoCommand {
    private static final long ANSWER_BYTES_MAX = 16 << 20;

    @Override
    public String name() {
        return "distinct";
    }

    @Override
    public Set<String> fields() {
        return Set.of("key", "query", "collation", "hint");
    }

    @Override
    public Access access() {
        return Access.READ;
    }

    static QuerySpec spec(CommandContext context, CommandRequest request) {
        Variables variables = QueryFields.variables(context, request);
        return new QuerySpec(
                Query.filter(QueryFields.tree(request, "query"), variables),
                new BsonDocument(),
                QueryFields.hint(request),
                0,
                0,
                variables.collation());
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        String key = request.text("key").orElseThrow(() -> request.missing("key"));
        QuerySpec spec = spec(context, request);
        Optional<Collection> collection = context.collections().find(request.database(), request.collection());
        DistinctPath path = DistinctPath.of(key);
        DistinctValues seen = new DistinctValues(ANSWER_BYTES_MAX);
        BsonArray values = new BsonArray();
        if (collection.isPresent()) {
            Collection found = collection.get();
            try (Results results = Query.open(found, found.reading(), spec)) {
                for (Document one = results.next(); one != null; one = results.next()) {
                    path.forEach(one.view(), value -> {
                        if (seen.add(spec.collation().fold(value))) {
                            values.add(value.toBsonValue());
                        }
                    });
                }
            }
        }
        return Reply.ok(new BsonBuilder().value("values", values));
    }
}
