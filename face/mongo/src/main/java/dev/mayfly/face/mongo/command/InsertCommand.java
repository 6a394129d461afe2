package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.collection.Views;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import dev.mayfly.face.mongo.write.Inserts;
import dev.mayfly.face.mongo.write.StatementLog;
import dev.mayfly.face.mongo.write.WriteFailure;
import dev.mayfly.face.mongo.write.WriteReport;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Stores new documents. */
final class InsertCommand implements MongoCommand {
    private static final Set<String> COMMAND_FIELDS = Set.of("documents", "ordered", "bypassDocumentValidation");

    @Override
    public String name() {
        return "insert";
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
        return BoundedRequests.onlySmall(request, "documents") != null && BoundedRequests.waitsForNoDisk(request);
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        WriteConcern.requirePossible(request, context.services());
        MongoCollections.requireWritable(request.collectionName());
        List<BsonView> documents = WriteStatements.of(request, "documents");
        context.services().counters().inserts(documents.size());
        WriteReport report = new WriteReport(WriteStatements.isOrdered(context, request));
        if (context.services().collections().isView(request.database(), request.collection())) {
            report.fail(0, WriteFailure.of(Views.isNoCollection(request.database(), request.collection())));
        } else {
            insert(context, request, documents, report);
        }
        BsonBuilder reply = new BsonBuilder();
        report.appendCount(reply);
        report.appendErrors(reply);
        return Reply.ok(reply);
    }

    private static void insert(
            CommandContext context, CommandRequest request, List<BsonView> documents, WriteReport report) {
        Collection collection = context.collections().findOrCreate(request.collectionName());
        StatementLog log = context.log(Optional.of(collection));
        new Inserts(QueryFields.target(context, request, collection), report, context.now(), log)
                .run(documents, WriteConcern.of(request).durability());
    }
}
