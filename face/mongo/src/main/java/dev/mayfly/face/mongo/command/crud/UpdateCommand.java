package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CollectionIdentity;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.WriteConcern;
import dev.mayfly.face.mongo.wire.Reply;
import dev.mayfly.face.mongo.write.UpdateReport;
import dev.mayfly.face.mongo.write.UpdateStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;

/** Updates documents: for each statement the first that matches, or all; or inserts one if none does. */
public final class UpdateCommand implements MongoCommand {
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
    private static final Set<String> COMMAND_FIELDS =
            Set.of(STATEMENTS, "ordered", "let", "bypassDocumentValidation", CollectionIdentity.FIELD);

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
        request.requireFlags("bypassDocumentValidation");
        List<UpdateStatement.Parts> statements = new ArrayList<>();
        for (BsonView statement : WriteStatements.of(request, STATEMENTS)) {
            statements.add(parts(statement));
        }
        CollectionWrites writes = CollectionWrites.of(context, request);
        UpdateReport report = new UpdateReport(WriteStatements.isOrdered(context, request));
        for (int index = 0; index < statements.size() && !report.isStopped(); index++) {
            UpdateStatement.Parts parts = statements.get(index);
            context.services().counters().update();
            int place = index;
            report.update(index, () -> writes.update(place, parts));
        }
        return Reply.ok(report.reply());
    }
}
