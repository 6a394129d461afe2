package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.wire.Reply;
import dev.mayfly.face.mongo.write.Keeping;
import dev.mayfly.face.mongo.write.StatementLog;
import dev.mayfly.face.mongo.write.UpdateReport;
import dev.mayfly.face.mongo.write.UpdateStatement;
import dev.mayfly.face.mongo.write.Updates;
import dev.mayfly.store.api.Durability;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;

/** Updates documents: for each statement the first that matches, or all; or inserts one if none does. */
final class UpdateCommand implements MongoCommand {
    private static final String STATEMENTS = "updates";
    private static final Set<String> FIELDS = Set.of(
            "q",
            "u",
            "c",
            "multi",
            "upsert",
            "upsertSupplied",
            "collation",
            "arrayFilters",
            "hint",
            "sampleId",
            "allowShardKeyUpdatesWithoutFullShardKeyInQuery");
    private static final Set<String> COMMAND_FIELDS = Set.of(STATEMENTS, "ordered", "let", "bypassDocumentValidation");

    @Override
    public String name() {
        return "update";
    }

    @Override
    public Set<String> fields() {
        return COMMAND_FIELDS;
    }

    @Override
    public Access access() {
        return Access.WRITE;
    }

    @Override
    public boolean isBounded(CommandRequest request) {
        return BoundedRequests.writesById(request, STATEMENTS);
    }

    static UpdateStatement.Parts parts(BsonView view) {
        StatementFields fields = new StatementFields(view, "update." + STATEMENTS, FIELDS);
        return new UpdateStatement.Parts(
                fields.requiredTree("q"),
                fields.required("u").toBsonValue(),
                fields.tree("c"),
                fields.trees("arrayFilters"),
                new BsonDocument(),
                fields.hint(),
                fields.bool("multi"),
                fields.bool("upsert"),
                fields.tree("collation"));
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        WriteConcern.requirePossible(request, context.services());
        MongoCollections.requireWritable(request.collectionName());
        List<UpdateStatement.Parts> statements = WriteStatements.of(request, STATEMENTS).stream()
                .map(UpdateCommand::parts)
                .toList();
        Durability durability = WriteConcern.of(request).durability();
        Variables variables = QueryFields.variables(context, request);
        StatementLog log = context.log(DeleteCommand.written(context, request));
        UpdateReport report = new UpdateReport(WriteStatements.isOrdered(context, request));
        for (int index = 0; index < statements.size() && !report.isStopped(); index++) {
            UpdateStatement.Parts parts = statements.get(index);
            context.services().counters().update();
            int place = index;
            report.update(index, () -> {
                BsonDocument repeated = log.repeated(place);
                if (repeated != null) {
                    return Updates.Counts.fromDocument(repeated);
                }
                if (parts.multi() && log != StatementLog.NONE) {
                    throw new CommandError(
                            MongoCode.INVALID_OPTIONS, "Cannot use (or request) retryable writes with multi=true");
                }
                UpdateStatement statement =
                        UpdateStatement.of(parts, QueryFields.collated(variables, parts.collation()));
                Keeping<Updates.Done> keeping = log.keeping(place, UpdateCommand::kept);
                Updates.Counts counts = collection(context, request, statement.upsert())
                        .map(found -> new Updates(
                                        QueryFields.target(context, request, found), durability, context.now(), keeping)
                                .run(statement))
                        .orElse(Updates.Counts.NONE);
                if (log != StatementLog.NONE) {
                    log.add(place, counts.toDocument());
                }
                return counts;
            });
        }
        return Reply.ok(report.reply());
    }

    private static BsonDocument kept(Updates.Done done) {
        return Updates.Counts.of(done).toDocument();
    }

    /** Only an upsert makes a collection. */
    private static Optional<Collection> collection(CommandContext context, CommandRequest request, boolean upsert) {
        MongoCollections collections = context.collections();
        return upsert
                ? Optional.of(collections.findOrCreate(request.collectionName()))
                : collections.find(request.collectionName());
    }
}
