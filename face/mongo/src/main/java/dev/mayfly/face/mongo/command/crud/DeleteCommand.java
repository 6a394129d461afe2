package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CollectionIdentity;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.QueryFields;
import dev.mayfly.face.mongo.command.WriteConcern;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.value.ShellText;
import dev.mayfly.face.mongo.query.QuerySpec;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import dev.mayfly.face.mongo.write.WriteReport;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Deletes documents: for each statement the first that matches, or all. */
public final class DeleteCommand implements MongoCommand {
    private static final String STATEMENTS = "deletes";
    private static final Set<String> FIELDS = Set.of("q", "limit", "collation", "hint", "sampleId");
    private static final Set<String> COMMAND_FIELDS =
            Set.of(STATEMENTS, "ordered", "let", "bypassDocumentValidation", CollectionIdentity.FIELD);

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
                    FilterCompiler.ofCollection(query, collated), new BsonDocument(), hint, 0, 0, collated.collation());
        }
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        WriteConcern.requirePossible(request, context.services());
        MongoCollections.requireWritable(request.collectionName());
        List<Statement> statements = WriteStatements.of(request, STATEMENTS).stream()
                .map(Statement::of)
                .toList();
        CollectionWrites writes = CollectionWrites.of(context, request);
        WriteReport report = new WriteReport(WriteStatements.isOrdered(context, request));
        for (int index = 0; index < statements.size() && !report.isStopped(); index++) {
            Statement statement = statements.get(index);
            context.services().counters().delete();
            int place = index;
            report.attempt(
                    index,
                    () -> report.add(
                            OperationContext.current().statement(place, () -> writes.delete(place, statement))));
        }
        BsonBuilder reply = new BsonBuilder();
        report.appendCount(reply);
        report.appendErrors(reply);
        return Reply.ok(reply);
    }
}
