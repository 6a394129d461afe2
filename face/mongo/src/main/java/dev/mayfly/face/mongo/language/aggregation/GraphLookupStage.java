package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.mongo.language.aggregation.stage.MemoryBudget;
import dev.mayfly.face.mongo.language.aggregation.stage.NestedFields;
import dev.mayfly.face.mongo.language.aggregation.stage.Paths;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.FieldPaths;
import dev.mayfly.face.mongo.language.value.HeapSize;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.value.TypeNames;
import dev.mayfly.face.mongo.language.value.ValueKey;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $graphLookup}: the documents reachable in another collection by following a field, breadth first. */
final class GraphLookupStage implements Stage {
    /** Overhead of a value already asked for, besides the value itself. */
    private static final int ASKED_BYTES = 64;

    private static final Set<String> OPTIONS = Set.of(
            "from",
            "startWith",
            "connectFromField",
            "connectToField",
            "as",
            "maxDepth",
            "depthField",
            "restrictSearchWithMatch");

    private final String from;
    private final Expression startWith;
    private final Expression connectFrom;
    private final String connectTo;
    private final String[] as;
    private final long maxDepth;
    private final String @Nullable [] depthField;
    private final BsonDocument restriction;

    private GraphLookupStage(BsonDocument options, StageScope scope) {
        this.from = text(options, "from");
        this.startWith = ExpressionCompiler.compile(required(options, "startWith"), scope.variables());
        this.connectFrom = ExpressionCompiler.compile(new BsonString("$" + path(options, "connectFromField")));
        this.connectTo = path(options, "connectToField");
        this.as = FieldPaths.names(text(options, "as"));
        this.maxDepth = maxDepth(options.get("maxDepth"));
        this.depthField = options.containsKey("depthField") ? FieldPaths.names(text(options, "depthField")) : null;
        this.restriction = restriction(options.get("restrictSearchWithMatch"));
    }

    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static GraphLookupStage compile(String name, BsonValue argument, StageScope scope) {
        if (!argument.isDocument()) {
            throw failedToParse(
                    "the $graphLookup stage specification must be an object, but found " + TypeNames.of(argument));
        }
        for (String option : argument.asDocument().keySet()) {
            if (!OPTIONS.contains(option)) {
                throw location(40104, "Unknown argument to $graphLookup: " + option);
            }
        }
        return new GraphLookupStage(argument.asDocument(), scope);
    }

    private static BsonValue required(BsonDocument options, String name) {
        BsonValue value = options.get(name);
        if (value == null) {
            throw location(40105, "$graphLookup requires '" + name + "' to be specified");
        }
        return value;
    }

    private static String path(BsonDocument options, String name) {
        String path = text(options, name);
        FieldPaths.names(path);
        return path;
    }

    private static String text(BsonDocument options, String name) {
        BsonValue value = required(options, name);
        if (!value.isString()) {
            throw location(40103, "expected string as argument for " + name + ", found: " + BsonText.of(value));
        }
        return value.asString().getValue();
    }

    private static long maxDepth(@Nullable BsonValue maxDepth) {
        if (maxDepth == null) {
            return Long.MAX_VALUE;
        }
        if (!Trees.isNumber(maxDepth)) {
            throw location(40100, "maxDepth requires numeric argument, found type: " + TypeNames.of(maxDepth));
        }
        Long depth = Trees.wholeOf(maxDepth);
        if (depth == null) {
            throw location(40102, "maxDepth could not be represented as a long long: " + BsonText.of(maxDepth));
        }
        if (depth < 0) {
            throw location(40101, "maxDepth requires a nonnegative argument, found: " + depth);
        }
        return depth;
    }

    private static BsonDocument restriction(@Nullable BsonValue restriction) {
        if (restriction == null) {
            return new BsonDocument();
        }
        if (!restriction.isDocument()) {
            throw location(40185, "restrictSearchWithMatch must be an object, found " + TypeNames.of(restriction));
        }
        return restriction.asDocument();
    }

    @Override
    public Rows over(Rows input, PipelineContext context) {
        return Rows.mapped(input, row -> {
            Search search = new Search(context);
            try (search.budget) {
                return NestedFields.with(row, as, search.from(row));
            }
        });
    }

    private final class Search {
        private final PipelineContext context;
        private final Map<ValueKey, BsonDocument> found = new LinkedHashMap<>();
        private final Set<ValueKey> asked = new HashSet<>();
        private final MemoryBudget budget = new MemoryBudget("$graphLookup");

        /** The filter evaluated here if it reads variables, since the reader knows none of them. */
        private final @Nullable MongoFilter judged;

        private Search(PipelineContext context) {
            this.context = context;
            this.judged = Paths.mentions(restriction, "$expr")
                    ? FilterCompiler.compile(restriction, context.variables())
                    : null;
        }

        private BsonArray from(BsonDocument row) {
            BsonArray frontier = fresh(startWith.evaluate(TreeView.of(row), context.variables()));
            for (long depth = 0; !frontier.isEmpty() && depth <= maxDepth; depth++) {
                frontier = follow(frontier, depth);
            }
            return new BsonArray(List.copyOf(found.values()));
        }

        private BsonArray follow(BsonArray frontier, long depth) {
            BsonArray following = new BsonArray();
            try (Rows rows = context.reader().read(from, query(frontier))) {
                for (BsonDocument other = rows.next(); other != null; other = rows.next()) {
                    OperationContext.current().check();
                    if (judged != null && !judged.matches(TreeView.of(other))) {
                        continue;
                    }
                    BsonValue id = other.get("_id", BsonNull.VALUE);
                    if (found.putIfAbsent(Collation.SIMPLE.key(id), marked(other, depth)) == null) {
                        budget.take(HeapSize.of(other));
                        following.addAll(fresh(connectFrom.evaluate(TreeView.of(other), context.variables())));
                    }
                }
            }
            return following;
        }

        private BsonDocument query(BsonArray frontier) {
            BsonDocument connected = ForeignKey.queryFor(connectTo, frontier);
            return restriction.isEmpty() || judged != null
                    ? connected
                    : new BsonDocument("$and", new BsonArray(List.of(connected, restriction)));
        }

        private BsonDocument marked(BsonDocument document, long depth) {
            return depthField == null ? document : NestedFields.with(document, depthField, new BsonInt64(depth));
        }

        /** The values that were not asked for yet; of an array, its elements. */
        private BsonArray fresh(BsonValue value) {
            RequestGuard guard = RequestGuard.current();
            BsonArray fresh = new BsonArray();
            List<BsonValue> values = value.isArray() ? value.asArray() : List.of(value);
            for (BsonValue each : values) {
                guard.step();
                if (!ExpressionValues.isMissing(each)
                        && asked.add(context.variables().collation().key(each))) {
                    budget.take(HeapSize.of(each) + ASKED_BYTES);
                    fresh.add(each);
                }
            }
            return fresh;
        }
    }
}
