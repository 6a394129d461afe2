package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CollectionIdentity;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.WriteConcern;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import dev.mayfly.face.mongo.write.WriteReport;
import java.util.List;
import java.util.Set;

/** Stores new documents. */
public final class InsertCommand implements MongoCommand {
    private static final Set<String> COMMAND_FIELDS =
            Set.of("documents", "ordered", "bypassDocumentValidation", CollectionIdentity.FIELD);

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
        return BoundedRequests.onlySmall(request, "documents") != null;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        WriteConcern.requirePossible(request, context.services());
        MongoCollections.requireWritable(request.collectionName());
        List<BsonView> documents = WriteStatements.of(request, "documents");
        WriteReport report = new WriteReport(WriteStatements.isOrdered(context, request));
        CollectionWrites.ofInsert(context, request).insert(documents, 0, report);
        BsonBuilder reply = new BsonBuilder();
        report.appendCount(reply);
        report.appendErrors(reply);
        return Reply.ok(reply);
    }
}
