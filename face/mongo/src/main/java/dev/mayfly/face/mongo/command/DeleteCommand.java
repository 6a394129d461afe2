package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.language.FilterCompiler;
import dev.mayfly.face.mongo.language.Run;
import dev.mayfly.face.mongo.language.ShellText;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.query.QuerySpec;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import dev.mayfly.face.mongo.write.Deletes;
import dev.mayfly.face.mongo.write.StatementLog;
import dev.mayfly.face.mongo.write.WriteReport;
import dev.mayfly.store.api.Durability;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Deletes documents: for each statement the first that matches, or all. */
final class DeleteCommand implements MongoCommand {
    private static final BsonDocument DELETED = new BsonDocument();
    private static final String STATEMENTS = "deletes";
    private static final Set<String> FIELDS = Set.of("q", "limit", "collation", "hint", "sampleId");
    private static final Set<String> COMMAND_FIELDS = Set.of(STATEMENTS, "ordered", "let", "bypassDocumentValidation");

    @Override
    public String name() {
        return "delete";
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

    /** A statement in the right types. */
    record Statement(
            BsonDocument query, boolean onlyOne, @Nullable BsonValue hint, BsonDocument collation) {
        static Statement of(BsonView view) {
            StatementFields fields = new StatementFields(view, "delete." + STATEMENTS, FIELDS);
            return new Statement(
                    fields.requiredTree("q"), isOne(fields.required("limit")), fields.hint(), fields.tree("collation"));
        }

        private static boolean isOne(BsonView limit) {
            double number = limit.type().isNumber() ? limit.doubleValue() : Double.NaN;
            if (number != 0 && number != 1) {
                throw new CommandError(
                        MongoCode.FAILED_TO_PARSE,
                        "The limit field in delete objects must be 0 or 1. Got " + ShellText.of(limit.toBsonValue()));
            }
            return number == 1;
        }

        QuerySpec spec(Variables variables) {
            Variables collated = QueryFields.collated(variables, collation);
            return new QuerySpec(
                    FilterCompiler.compile(query, collated), new BsonDocument(), hint, 0, 0, collated.collation());
        }
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        WriteConcern.requirePossible(request, context.services());
        MongoCollections.requireWritable(request.collectionName());
        List<Statement> statements = WriteStatements.of(request, STATEMENTS).stream()
                .map(Statement::of)
                .toList();
        Durability durability = WriteConcern.of(request).durability();
        Variables variables = QueryFields.variables(context, request);
        StatementLog log = context.log(written(context, request));
        WriteReport report = new WriteReport(WriteStatements.isOrdered(context, request));
        for (int index = 0; index < statements.size() && !report.isStopped(); index++) {
            Statement statement = statements.get(index);
            context.services().counters().delete();
            int place = index;
            report.attempt(index, () -> {
                if (log.repeated(place) != null) {
                    report.add(1);
                    return;
                }
                if (!statement.onlyOne && log != StatementLog.NONE) {
                    throw new CommandError(
                            MongoCode.INVALID_OPTIONS, "Cannot use (or request) retryable writes with limit=0");
                }
                QuerySpec spec = statement.spec(variables);
                Optional<Collection> collection = context.collections().find(request.collectionName());
                collection.ifPresent(found -> {
                    TransactionCommand.requireWritable(context, found);
                    Deletes deletes = new Deletes(found, durability, log.keeping(place, _ -> DELETED));
                    long deleted = Run.current().statement(place, () -> delete(deletes, statement, spec));
                    report.add(deleted);
                    if (deleted > 0) {
                        log.add(place, DELETED);
                    }
                });
            });
        }
        BsonBuilder reply = new BsonBuilder();
        report.appendCount(reply);
        report.appendErrors(reply);
        return Reply.ok(reply);
    }

    /** The collection whose statements are logged; a view has none. */
    static Optional<Collection> written(CommandContext context, CommandRequest request) {
        boolean isView = context.services().collections().isView(request.database(), request.collection());
        return isView ? Optional.empty() : context.collections().find(request.collectionName());
    }

    private static long delete(Deletes deletes, Statement statement, QuerySpec spec) {
        return statement.onlyOne ? deletes.one(spec) : deletes.all(spec);
    }
}
