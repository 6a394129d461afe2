package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.mongo.language.aggregation.stage.MemoryBudget;
import dev.mayfly.face.mongo.language.aggregation.stage.NestedFields;
import dev.mayfly.face.mongo.language.aggregation.stage.Paths;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.FieldPaths;
import dev.mayfly.face.mongo.language.value.HeapSize;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $lookup}: the documents of another collection that belong to a row, by equal fields, by a pipeline, or both. */
final class LookupStage implements Stage {
    private static final Set<String> OPTIONS = Set.of("from", "localField", "foreignField", "as", "let", "pipeline");

    private final @Nullable String from;
    private final @Nullable ForeignKey foreignKey;
    private final Map<String, Expression> let;
    private final @Nullable Pipeline pipeline;
    private final String[] as;

    private LookupStage(
            @Nullable String from,
            @Nullable ForeignKey foreignKey,
            Map<String, Expression> let,
            @Nullable Pipeline pipeline,
            String[] as) {
        this.from = from;
        this.foreignKey = foreignKey;
        this.let = let;
        this.pipeline = pipeline;
        this.as = as;
    }

    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static LookupStage compile(String name, BsonValue argument, StageScope scope) {
        if (!argument.isDocument()) {
            throw location(40319, "the $lookup specification must be an Object, but found " + TypeNames.of(argument));
        }
        BsonDocument options = argument.asDocument();
        for (String option : options.keySet()) {
            if (!OPTIONS.contains(option)) {
                throw failedToParse("unknown argument to $lookup: " + option);
            }
        }
        String as = text(options, "as");
        if (as == null) {
            throw failedToParse("must specify 'as' field for a $lookup");
        }
        Map<String, Expression> let = let(options.get("let"), scope);
        BsonValue inner = options.get("pipeline");
        Pipeline pipeline = inner == null
                ? null
                : PipelineCompiler.compile(PipelineCompiler.stages(inner), scope.inner(let.keySet()));
        return new LookupStage(
                source(options, inner), foreignKey(options, pipeline != null), let, pipeline, FieldPaths.names(as));
    }

    /** The collection to read; none is needed if the pipeline brings its own documents. */
    private static @Nullable String source(BsonDocument options, @Nullable BsonValue pipeline) {
        String from = text(options, "from");
        boolean bringsDocuments = pipeline != null
                && pipeline.isArray()
                && !pipeline.asArray().isEmpty()
                && pipeline.asArray().getFirst().isDocument()
                && pipeline.asArray().getFirst().asDocument().containsKey("$documents");
        if (from == null && !bringsDocuments) {
            throw failedToParse(
                    "$lookup stage without explicit collection must have a pipeline with $documents as first stage");
        }
        return from;
    }

    private static @Nullable String text(BsonDocument options, String name) {
        BsonValue value = options.get(name);
        if (value != null && !(value instanceof BsonString)) {
            throw failedToParse("$lookup argument '" + BsonText.field(name, value) + "' must be a string, is type "
                    + TypeNames.of(value));
        }
        return value == null ? null : value.asString().getValue();
    }

    private static Map<String, Expression> let(@Nullable BsonValue let, StageScope scope) {
        if (let == null) {
            return Map.of();
        }
        if (!let.isDocument()) {
            throw failedToParse("$lookup argument 'let' must be an object, is type " + TypeNames.of(let));
        }
        Map<String, Expression> variables = new LinkedHashMap<>();
        let.asDocument()
                .forEach((name, value) -> variables.put(
                        ExpressionCompiler.checkedVariable(name),
                        ExpressionCompiler.compile(value, scope.variables())));
        return variables;
    }

    private static @Nullable ForeignKey foreignKey(BsonDocument options, boolean hasPipeline) {
        String local = text(options, "localField");
        String foreign = text(options, "foreignField");
        if (local == null && foreign == null && hasPipeline) {
            return null;
        }
        if (local == null || foreign == null) {
            throw failedToParse(
                    "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be " + "specified");
        }
        FieldPaths.names(local);
        FieldPaths.names(foreign);
        return new ForeignKey(local, foreign);
    }

    @Override
    public Rows over(Rows input, PipelineContext context) {
        return Rows.mapped(input, row -> NestedFields.with(row, as, found(row, context)));
    }

    private BsonArray found(BsonDocument row, PipelineContext context) {
        Variables variables = context.variables();
        for (Map.Entry<String, Expression> variable : let.entrySet()) {
            BsonValue value = variable.getValue().evaluate(TreeView.of(row), context.variables());
            variables = variables.with(variable.getKey(), value);
        }
        BsonArray found = new BsonArray();
        try (MemoryBudget budget = new MemoryBudget("$lookup");
                Rows rows = foreignRows(row, context.with(variables))) {
            for (BsonDocument other = rows.next(); other != null; other = rows.next()) {
                budget.take(HeapSize.of(other));
                found.add(other);
            }
        }
        return found;
    }

    private Rows foreignRows(BsonDocument row, PipelineContext context) {
        BsonDocument match = foreignKey == null ? new BsonDocument() : foreignKey.queryFor(row);
        if (pipeline == null) {
            return read(match, context);
        }
        Pipeline inner = from == null
                ? pipeline
                : pipeline.searching(() -> context.reader().searched(from));
        BsonDocument leading = inner.leadingMatch();
        if (Paths.mentions(leading, "$expr")) {
            return inner.run(read(match, context), context);
        }
        return inner.withoutMatch().run(read(both(match, leading), context), context);
    }

    private Rows read(BsonDocument match, PipelineContext context) {
        return from == null ? Rows.of(List.of()) : context.reader().read(from, match);
    }

    private static BsonDocument both(BsonDocument first, BsonDocument second) {
        if (first.isEmpty() || second.isEmpty()) {
            return first.isEmpty() ? second : first;
        }
        return new BsonDocument("$and", new BsonArray(List.of(first, second)));
    }
}
