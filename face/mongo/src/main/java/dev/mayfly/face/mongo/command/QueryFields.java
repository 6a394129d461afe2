package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.Variables;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;
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

    /** {@code $$NOW} and what {@code let} defines. */
    static Variables variables(CommandContext context, CommandRequest request) {
        Variables variables = Variables.at(context.now());
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

    /** Strings compare by their bytes here; any other order is refused rather than ignored. */
    static void refuseCollation(CommandRequest request) {
        refuseCollation(tree(request, "collation"));
    }

    static void refuseCollation(BsonDocument collation) {
        String locale = collation.getString("locale", new BsonString("simple")).getValue();
        if (!locale.equals("simple")) {
            throw new CommandError(
                    MongoCode.COMMAND_NOT_SUPPORTED, "collations other than 'simple' are not supported by this server");
        }
    }

    /** What a client may mean by a batch size: a number from 0, or nothing. */
    static int batchSize(CommandRequest request, String field, int otherwise) {
        return (int) Math.min(Integer.MAX_VALUE, request.count(field, otherwise));
    }
}
