package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.CollectionSettings;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.CollationSpec;
import dev.mayfly.face.mongo.write.WriteTarget;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Fields that several commands about documents share. */
final class QueryFields {
    private QueryFields() {}

    static BsonDocument tree(CommandRequest request, String field) {
        return request.tree(field).orElseGet(BsonDocument::new);
    }

    static @Nullable BsonValue hint(CommandRequest request) {
        BsonValue hint = request.field("hint").map(BsonView::toBsonValue).orElse(null);
        if (hint != null && !hint.isString() && !hint.isDocument()) {
            throw new CommandError(MongoCode.FAILED_TO_PARSE, "Hint must be a string or an object");
        }
        return hint;
    }

    /** A collection as the command may write to it. */
    static WriteTarget target(CommandContext context, CommandRequest request, Collection collection) {
        TransactionCommand.requireWritable(context, collection);
        return new WriteTarget(
                collection, context.services().collections(), request.bool("bypassDocumentValidation", false));
    }

    /** {@code $$NOW} and what {@code let} defines. */
    static Variables variables(CommandContext context, CommandRequest request) {
        Variables variables = Variables.at(context.now()).withCollation(collation(context, request));
        for (Map.Entry<String, BsonValue> entry : tree(request, "let").entrySet()) {
            variables = variables.with(
                    ExpressionCompiler.checkedVariable(entry.getKey()), constant(entry.getValue(), variables));
        }
        return variables;
    }

    private static BsonValue constant(BsonValue expression, Variables variables) {
        return ExpressionCompiler.compile(expression, variables.names())
                .evaluate(TreeView.of(new BsonDocument()), variables);
    }

    /** What the command asks for, or else what its collection has as a default. */
    private static Collation collation(CommandContext context, CommandRequest request) {
        BsonDocument asked = tree(request, "collation");
        if (!asked.isEmpty()) {
            return CollationSpec.parse(asked);
        }
        boolean ofDatabase = CommandRequest.typeOf(request.argument()) != BsonType.STRING;
        if (ofDatabase) {
            return Collation.SIMPLE;
        }
        return context.services()
                .collections()
                .findAny(request.database(), request.collection())
                .map(found -> CollectionSettings.collation(found.record()))
                .orElse(Collation.SIMPLE);
    }

    /** The variables of a statement that may ask for a collation of its own. */
    static Variables collated(Variables variables, BsonDocument collation) {
        return collation.isEmpty() ? variables : variables.withCollation(CollationSpec.parse(collation));
    }

    /** What a client may mean by a batch size: a number from 0, or nothing. */
    static int batchSize(CommandRequest request, String field, int otherwise) {
        return (int) Math.min(Integer.MAX_VALUE, request.count(field, otherwise));
    }
}
