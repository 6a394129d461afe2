package dev.mayfly.face.mongo.language.update;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** An update by operators such as {@code $set}. */
final class ModifierUpdate implements Update {
    private static final int PATCHED_BYTES_MAX = 256 << 10;

    private final FieldsNode root;
    private final @Nullable String positionalPath;
    private final @Nullable String idPath;
    private final @Nullable String dollarName;

    private ModifierUpdate(UpdateTree tree) {
        this.root = tree.root();
        this.positionalPath = tree.positionalPath();
        this.idPath = tree.idPath();
        this.dollarName = tree.dollarName();
    }

    static ModifierUpdate compile(BsonDocument update, List<BsonDocument> arrayFilters, Variables variables) {
        ArrayFilters filters = ArrayFilters.compile(arrayFilters, variables);
        UpdateTree tree = new UpdateTree(filters);
        update.forEach((operator, argument) -> addAll(tree, operator, argument, variables));
        filters.checkAllUsed(update);
        return new ModifierUpdate(tree);
    }

    private static void addAll(UpdateTree tree, String operator, BsonValue argument, Variables variables) {
        Modifiers modifiers = Modifiers.named(operator);
        if (modifiers == null) {
            throw failedToParse("Unknown modifier: " + operator
                    + ". Expected a valid update modifier or pipeline-style update specified as an array");
        }
        if (!argument.isDocument()) {
            throw failedToParse("Modifiers operate on fields but we found type " + TypeNames.of(argument)
                    + " instead. For example: {$mod: {<field>: ...}} not {" + BsonText.field(operator, argument) + "}");
        }
        argument.asDocument().forEach((path, value) -> modifiers.add(tree, path, value, variables));
    }

    @Override
    public @Nullable String positionalPath() {
        return positionalPath;
    }

    /** An update of the id goes by rules of its own, and the tree of a long document is counted in memory before it is made. */
    @Override
    public @Nullable BsonView patch(BsonView document, UpdateContext context) {
        boolean isPatchable = idPath == null
                && dollarName == null
                && !context.insert()
                && document.length() <= PATCHED_BYTES_MAX
                && isLedById(document);
        return isPatchable ? root.patch(document, Place.root(document, context)) : null;
    }

    private static boolean isLedById(BsonView document) {
        View.Fields fields = document.fields();
        return fields.next() && fields.name().equals("_id");
    }

    @Override
    public UpdateResult apply(BsonDocument document, UpdateContext context) {
        // A new document may have such a field; one that is there gets it only by a pipeline.
        if (dollarName != null && !context.insert()) {
            throw UpdateRefusals.dollarPrefixed(dollarName);
        }
        BsonValue after = root.apply(document, Place.root(document, context));
        if (after == null || Trees.same(after, document)) {
            return new UpdateResult(document, context.insert());
        }
        BsonDocument result = DocumentIdentity.keep(document, after.asDocument(), idPath);
        Trees.checkDepth(result);
        return new UpdateResult(result, true);
    }
}
