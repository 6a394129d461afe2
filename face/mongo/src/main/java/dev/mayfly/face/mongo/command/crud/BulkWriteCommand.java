package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CollectionIdentity;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandNames;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.QueryFields;
import dev.mayfly.face.mongo.command.TransactionLimits;
import dev.mayfly.face.mongo.command.WriteConcern;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.query.RowCursor;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Inserts, updates and deletes documents of several collections, in the order of one list; a command of 8.0. */
public final class BulkWriteCommand implements MongoCommand {
    private static final String OPERATIONS = "ops";
    private static final String NAMESPACES = "nsInfo";
    private static final Set<String> COMMAND_FIELDS =
            Set.of(OPERATIONS, NAMESPACES, "ordered", "errorsOnly", "let", "bypassDocumentValidation", "cursor");
    private static final Set<String> NAMESPACE_FIELDS = Set.of("ns", CollectionIdentity.FIELD);

    @Override
    public String name() {
        return CommandNames.BULK_WRITE;
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
    public boolean isAdminOnly() {
        return true;
    }

    /** The collections that it names. */
    public static List<CollectionName> namespaces(CommandRequest request) {
        List<CollectionName> names = new ArrayList<>();
        for (BsonView listed : request.documents(NAMESPACES)) {
            BsonView namespace = new StatementFields(
                            listed, CommandNames.BULK_WRITE + "." + NAMESPACES, NAMESPACE_FIELDS)
                    .required("ns");
            names.add(MongoCollections.namespace(CommandRequest.textOf(namespace)));
        }
        return names;
    }

    /** The identities that the client expects of them, in the same order. */
    private static List<Optional<CollectionIdentity>> identities(CommandRequest request) {
        return request.documents(NAMESPACES).stream()
                .map(listed -> Optional.ofNullable(listed.field(CollectionIdentity.FIELD))
                        .map(value -> CollectionIdentity.of(value, NAMESPACES)))
                .toList();
    }

    /** Returns the operations of a request, in order. */
    public static List<BulkOperation> operations(CommandRequest request, int namespaces) {
        List<BulkOperation> operations = new ArrayList<>();
        for (BsonView operation : WriteStatements.of(request, OPERATIONS)) {
            BulkOperation next = BulkOperation.of(operation);
            if (next.namespace() < 0 || next.namespace() >= namespaces) {
                throw new CommandError(
                        MongoCode.BAD_VALUE,
                        "BulkWrite ops entry " + operations.size() + " has an invalid nsInfo index.");
            }
            operations.add(next);
        }
        return operations;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        WriteConcern.requirePossible(request, context.services());
        List<CollectionName> names = namespaces(request);
        List<BulkOperation> operations = operations(request, names.size());
        Variables variables = QueryFields.variables(context, request);
        List<CollectionWrites> collections = new ArrayList<>();
        List<Optional<CollectionIdentity>> identities = identities(request);
        for (CollectionName name : names) {
            MongoCollections.requireWritable(name);
            TransactionLimits.requireOpenDatabase(context, name.database());
            Variables collated = variables.withCollation(QueryFields.collation(context, name));
            collections.add(CollectionWrites.of(context, request, name, collated, identities.get(collections.size())));
        }
        BulkWriteReport report =
                new BulkWriteReport(WriteStatements.isOrdered(context, request), request.bool("errorsOnly", false));
        new BulkWriteRun(context, collections, operations, report).run();
        RowCursor cursor = RowCursor.of(report.results());
        int batchSize = QueryFields.cursorBatchSize(request, Integer.MAX_VALUE);
        return CursorReply.first(
                        context,
                        request.database() + "." + CommandNames.BULK_WRITE_RESULTS,
                        cursor,
                        batchSize,
                        false,
                        false)
                .adding(report::appendCounts);
    }
}
