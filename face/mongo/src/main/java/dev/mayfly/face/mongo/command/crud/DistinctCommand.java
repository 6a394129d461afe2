package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.DistinctValues;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.collection.ResolvedView;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CollectionIdentity;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.QueryFields;
import dev.mayfly.face.mongo.language.aggregation.DistinctPath;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.HeapSize;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.query.QuerySpec;
import dev.mayfly.face.mongo.query.Results;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The different values at a path. */
public final class DistinctCommand implements MongoCommand {
    private static final long ANSWER_BYTES_MAX = 16 << 20;

    @Override
    public String name() {
        return "distinct";
    }

    @Override
    public Set<String> fields() {
        return Set.of("key", "query", "collation", "hint", CollectionIdentity.FIELD);
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
        if (key.indexOf('\0') >= 0) {
            throw new CommandError(31032, "Key field cannot contain an embedded null byte");
        }
        Optional<ResolvedView> view =
                context.services().collections().views().resolve(request.database(), request.collection());
        Different values = view.isPresent()
                ? ofView(
                        context,
                        ViewRequests.distinct(request, view.get()),
                        key,
                        view.get().collation())
                : ofCollection(context, request, key);
        return Reply.ok(new BsonBuilder().value("values", values.found));
    }

    private static Different ofView(CommandContext context, CommandRequest reading, String key, Collation collation) {
        Different values = new Different(key, collation);
        try (Rows rows = AggregateCommand.rows(context, reading)) {
            for (BsonDocument row = rows.next(); row != null; row = rows.next()) {
                values.add(TreeView.of(row));
            }
        }
        return values;
    }

    private static Different ofCollection(CommandContext context, CommandRequest request, String key) {
        QuerySpec spec = spec(context, request);
        Different values = new Different(key, spec.collation());
        Optional<Collection> collection = context.collections().find(request.database(), request.collection());
        if (collection.isPresent()) {
            Collection found = collection.get();
            try (Results results = Query.open(found, found.reading(context.instant()), spec)) {
                for (Document one = results.next(); one != null; one = results.next()) {
                    values.add(one.view());
                }
            }
        }
        return values;
    }

    /** The values that were found, each once. */
    private static final class Different {
        private final DistinctPath path;
        private final Collation collation;
        private final DistinctValues seen = new DistinctValues(ANSWER_BYTES_MAX);
        private final BsonArray found = new BsonArray();

        Different(String key, Collation collation) {
            this.path = DistinctPath.of(key);
            this.collation = collation;
        }

        void add(View document) {
            path.forEach(document, value -> {
                if (seen.add(collation.fold(value))) {
                    BsonValue kept = value.toBsonValue();
                    RequestGuard.current().hold(HeapSize.of(kept));
                    found.add(kept);
                }
            });
        }
    }
}
