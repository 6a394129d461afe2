package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.CollectionSettings;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.CollationSpec;
import dev.mayfly.face.mongo.language.value.TypeNames;
import dev.mayfly.face.mongo.write.WriteTarget;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Fields that several commands about documents share. */
public final class QueryFields {
    private QueryFields() {}

    public static BsonDocument tree(CommandRequest request, String field) {
        return request.tree(field).orElseGet(BsonDocument::new);
    }

    public static @Nullable BsonValue hint(CommandRequest request) {
        BsonValue hint = request.field("hint").map(BsonView::toBsonValue).orElse(null);
        if (hint != null && !hint.isString() && !hint.isDocument()) {
            throw new CommandError(MongoCode.FAILED_TO_PARSE, "Hint must be a string or an object");
        }
        return hint;
    }

    /** A collection as the command may write to it. */
    public static WriteTarget target(CommandContext context, CommandRequest request, Collection collection) {
        TransactionLimits.requireWritable(context, collection);
        return new WriteTarget(
                collection, context.services().collections(), request.bool("bypassDocumentValidation", false));
    }

    /** Returns {@code $$NOW} and the variables that {@code let} defines. */
    public static Variables variables(CommandContext context, CommandRequest request) {
        Variables variables = Variables.at(context.now()).withCollation(collation(context, request));
        for (Map.Entry<String, BsonValue> entry : tree(request, "let").entrySet()) {
            variables = variables.with(
                    ExpressionCompiler.checkedVariable(entry.getKey()), constant(entry.getValue(), variables));
        }
        return variables;
    }

    private static BsonValue constant(BsonValue expression, Variables variables) {
        if (readsFields(expression)) {
            throw new CommandError(
                    4890500,
                    "Command let Expression tried to access a field, but this is not allowed because command let"
                            + " expressions run before the query examines any documents.");
        }
        return ExpressionCompiler.compile(expression, variables.names())
                .evaluate(TreeView.of(new BsonDocument()), variables);
    }

    private static boolean readsFields(BsonValue expression) {
        if (expression.isString()) {
            String text = expression.asString().getValue();
            return text.startsWith("$") && !text.startsWith("$$")
                    || text.startsWith("$$ROOT")
                    || text.startsWith("$$CURRENT");
        }
        if (expression.isArray()) {
            return expression.asArray().stream().anyMatch(QueryFields::readsFields);
        }
        return expression.isDocument()
                && !expression.asDocument().containsKey("$literal")
                && !expression.asDocument().containsKey("$const")
                && expression.asDocument().values().stream().anyMatch(QueryFields::readsFields);
    }

    /** Returns the command's collation, or else the default of its collection. */
    private static Collation collation(CommandContext context, CommandRequest request) {
        BsonDocument asked = tree(request, "collation");
        if (!asked.isEmpty()) {
            return CollationSpec.parse(asked);
        }
        boolean ofDatabase = CommandRequest.typeOf(request.argument()) != BsonType.STRING;
        return ofDatabase ? Collation.SIMPLE : collation(context, request.collectionName());
    }

    /** The default of a collection. */
    public static Collation collation(CommandContext context, CollectionName name) {
        return context.collections()
                .findAny(name)
                .map(found -> CollectionSettings.collation(found.record()))
                .orElse(Collation.SIMPLE);
    }

    /** The variables of a statement that may ask for a collation of its own. */
    public static Variables collated(Variables variables, BsonDocument collation) {
        return collation.isEmpty() ? variables : variables.withCollation(CollationSpec.parse(collation));
    }

    /** Returns the size of a cursor's first batch, as given in the command's field {@code cursor}. */
    public static int cursorBatchSize(CommandRequest request, int otherwise) {
        BsonValue asked = tree(request, "cursor").get("batchSize");
        if (asked == null || asked.isNull()) {
            return otherwise;
        }
        if (!asked.isNumber()) {
            throw new CommandError(
                    MongoCode.TYPE_MISMATCH,
                    "BSON field '" + request.name() + ".cursor.batchSize' is the wrong type '"
                            + TypeNames.of(asked.getBsonType()) + "', expected types '[long, int, decimal, double]'");
        }
        long size = asked.asNumber().longValue();
        if (size < 0) {
            throw new CommandError(51024, "BSON field 'batchSize' value must be >= 0, actual value '" + size + "'");
        }
        return (int) Math.min(Integer.MAX_VALUE, size);
    }

    /** Returns a valid batch size: a number from 0, or the default if the client gives none. */
    public static int batchSize(CommandRequest request, String field, int otherwise) {
        return (int) Math.min(Integer.MAX_VALUE, request.count(field, otherwise));
    }
}
