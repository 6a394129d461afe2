package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.query.RowCursor;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Inserts, updates and deletes documents of several collections, in the order of one list; a command of 8.0. */
final class BulkWriteCommand implements MongoCommand {
    static final String NAME = "bulkWrite";
    /** The collection of the database {@code admin} under which its results are fetched. */
    static final String RESULTS = "$cmd.bulkWrite";

    private static final String OPERATIONS = "ops";
    private static final String NAMESPACES = "nsInfo";
    private static final Set<String> COMMAND_FIELDS =
            Set.of(OPERATIONS, NAMESPACES, "ordered", "errorsOnly", "let", "bypassDocumentValidation", "cursor");
    private static final Set<String> NAMESPACE_FIELDS = Set.of("ns", CollectionIdentity.FIELD);

    @Override
    public String name() {
        return NAME;
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
    static List<CollectionName> namespaces(CommandRequest request) {
        List<CollectionName> names = new ArrayList<>();
        for (BsonView listed : request.documents(NAMESPACES)) {
            BsonView namespace = new StatementFields(listed, NAME + "." + NAMESPACES, NAMESPACE_FIELDS).required("ns");
            String text = RequiredPrivileges.text(namespace);
            int dot = text.indexOf('.');
            if (dot <= 0 || dot == text.length() - 1) {
                throw new CommandError(MongoCode.INVALID_NAMESPACE, "Invalid namespace specified '" + text + "'");
            }
            names.add(new CollectionName(MongoCollections.FACE, text.substring(0, dot), text.substring(dot + 1)));
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
    static List<BulkOperation> operations(CommandRequest request, int namespaces) {
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
            TransactionCommand.requireOpenDatabase(context, name.database());
            Variables collated = variables.withCollation(QueryFields.collation(context, name));
            collections.add(CollectionWrites.of(context, request, name, collated, identities.get(collections.size())));
        }
        BulkWriteReport report =
                new BulkWriteReport(WriteStatements.isOrdered(context, request), request.bool("errorsOnly", false));
        new BulkWriteRun(context, collections, operations, report).run();
        RowCursor cursor = RowCursor.of(report.results());
        int batchSize = QueryFields.cursorBatchSize(request, Integer.MAX_VALUE);
        return CursorReply.first(context, request.database() + "." + RESULTS, cursor, batchSize, false, false)
                .adding(report::appendCounts);
    }
}
