package dev.mayfly.face.mongo.language;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.mongo.language.aggregation.DistinctPath;
import dev.mayfly.face.mongo.language.aggregation.Pipeline;
import dev.mayfly.face.mongo.language.aggregation.PipelineCompiler;
import dev.mayfly.face.mongo.language.aggregation.stage.CollectionReader;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.filter.MatchedPosition;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.projection.ProjectionCompiler;
import dev.mayfly.face.mongo.language.update.Update;
import dev.mayfly.face.mongo.language.update.UpdateCompiler;
import dev.mayfly.face.mongo.language.update.UpdateContext;
import dev.mayfly.face.mongo.language.update.UpdateResult;
import dev.mayfly.face.mongo.language.update.UpsertSeed;
import dev.mayfly.test.harness.GoldenScript;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * Carries out the lines of the language's scripts. The request's instant is 2024-05-06T07:08:09.010Z.
 *
 * <pre>
 * doc {...}            the document that the following commands look at
 * docs [...]           the collection that pipelines read
 * collection c [...]   another collection, for $lookup
 * filter {...}         the query of an update or find: finds what $ stands for, seeds an upsert
 * filters [...]        the array filters of updates
 * eval expression      its value
 * update {...}         what becomes of the document
 * upsert {...}         what is inserted
 * project {...}        what find shows of the document
 * run [...]            what a pipeline makes of the collection
 * plan [...]           what of a pipeline can be left to an index
 * distinct path        the values at a path of the collection
 * find {...}           the ids of the documents of the collection that match
 * </pre>
 */
final class LanguageInterpreter implements GoldenScript.Interpreter {
    static final long NOW = 1_714_979_289_010L;

    private final Map<String, List<BsonDocument>> collections = new HashMap<>();
    private BsonDocument document = new BsonDocument();
    private List<BsonDocument> documents = List.of();
    private BsonDocument filter = new BsonDocument();
    private List<BsonDocument> arrayFilters = List.of();

    @Override
    public String execute(String command, String input) {
        int space = command.indexOf(' ');
        String verb = space < 0 ? command : command.substring(0, space);
        String argument = ((space < 0 ? "" : command.substring(space + 1)) + " " + input).strip();
        try {
            return execute(verb, argument, command);
        } catch (QueryException e) {
            return "refused " + e.code() + " " + e.codeName() + ": " + e.getMessage();
        }
    }

    private String execute(String verb, String argument, String command) {
        return switch (verb) {
            case "doc" -> {
                document = BsonDocument.parse(argument);
                yield "";
            }
            case "docs" -> {
                documents = parseList(argument);
                yield "";
            }
            case "collection" -> {
                int space = argument.indexOf(' ');
                collections.put(argument.substring(0, space), parseList(argument.substring(space + 1)));
                yield "";
            }
            case "filter" -> {
                filter = BsonDocument.parse(argument);
                yield "";
            }
            case "filters" -> {
                arrayFilters = parseList(argument);
                yield "";
            }
            case "eval" -> eval(parse(argument));
            case "update" -> update(parse(argument));
            case "upsert" -> upsert(parse(argument));
            case "project" -> project(BsonDocument.parse(argument));
            case "run" -> run(parse(argument));
            case "plan" -> plan(parse(argument));
            case "distinct" -> distinct(argument);
            case "find" -> find(BsonDocument.parse(argument));
            default -> throw new IllegalArgumentException("no such command: " + command);
        };
    }

    private static BsonValue parse(String text) {
        return BsonDocument.parse("{v: " + text + "}").get("v", ExpressionValues.MISSING);
    }

    private static List<BsonDocument> parseList(String text) {
        return parse(text).asArray().stream().map(BsonValue::asDocument).toList();
    }

    private String eval(BsonValue expression) {
        return ValueText.of(ExpressionCompiler.compile(expression).evaluate(TreeView.of(document), Variables.at(NOW)));
    }

    private String update(BsonValue argument) {
        Update update = UpdateCompiler.compile(argument, arrayFilters, Variables.NONE);
        UpdateContext context = UpdateContext.at(NOW).matchedAt(matchedPosition());
        requireSameOfBytes(update, context);
        UpdateResult result = update.apply(document, context);
        return result.changed() ? ValueText.of(result.document()) : "unchanged";
    }

    /** What is applied to the bytes of a document makes the bytes of what is applied to its tree, or the same refusal. */
    private void requireSameOfBytes(Update update, UpdateContext context) {
        BsonDocument led = new BsonDocument("_id", document.get("_id", new BsonInt32(1)));
        document.forEach(led::putIfAbsent);
        BsonView bytes = BsonView.of(BsonEncoding.encode(led));
        String patched;
        try {
            BsonView result = update.patch(bytes, context);
            if (result == null) {
                return;
            }
            patched = result.equals(bytes) ? "unchanged" : HexFormat.of().formatHex(result.bytes());
        } catch (QueryException refusal) {
            patched = refusal.getMessage();
        }
        String applied;
        try {
            UpdateResult result = update.apply(led, context);
            applied = result.changed() ? HexFormat.of().formatHex(BsonEncoding.encode(result.document())) : "unchanged";
        } catch (QueryException refusal) {
            applied = refusal.getMessage();
        }
        if (!applied.equals(patched)) {
            throw new AssertionError("by its bytes " + led + " becomes " + patched + ", by its tree " + applied);
        }
    }

    private int matchedPosition() {
        MatchedPosition position = new MatchedPosition();
        boolean matches = compiledFilter().matches(TreeView.of(document), position);
        if (!matches) {
            throw new IllegalArgumentException("the filter does not match the document");
        }
        return position.index();
    }

    private MongoFilter compiledFilter() {
        return FilterCompiler.compile(filter, Variables.at(NOW));
    }

    private String upsert(BsonValue argument) {
        Update update = UpdateCompiler.compile(argument, arrayFilters, Variables.NONE);
        BsonDocument seed = UpsertSeed.of(filter, update);
        return ValueText.of(
                update.apply(seed, UpdateContext.at(NOW).inserting()).document());
    }

    private String project(BsonDocument projection) {
        return ValueText.of(ProjectionCompiler.find(projection, Variables.NONE)
                .apply(document, Variables.at(NOW), filter.isEmpty() ? -1 : matchedPosition()));
    }

    private String run(BsonValue stages) {
        Pipeline pipeline = PipelineCompiler.compile(PipelineCompiler.stages(stages), Variables.NONE);
        List<String> lines = new ArrayList<>();
        pipeline.source()
                .ifPresent(source -> lines.add("source " + source.name() + " " + ValueText.of(source.argument())));
        try (Rows rows = pipeline.run(Rows.of(documents), new PipelineContext(Variables.at(NOW), reader()))) {
            for (BsonDocument row = rows.next(); row != null; row = rows.next()) {
                lines.add(ValueText.of(row));
            }
        }
        pipeline.output()
                .ifPresent(output -> lines.add("output " + output.name() + " " + ValueText.of(output.argument())));
        return lines.isEmpty() ? "nothing" : String.join("\n", lines);
    }

    private CollectionReader reader() {
        return (collection, match) -> {
            MongoFilter matches = FilterCompiler.compile(match, Variables.NONE);
            return Rows.of(collections.getOrDefault(collection, List.of()).stream()
                    .filter(row -> matches.matches(TreeView.of(row)))
                    .toList());
        };
    }

    private static String plan(BsonValue stages) {
        Pipeline pipeline = PipelineCompiler.compile(PipelineCompiler.stages(stages), Variables.NONE);
        return "match " + ValueText.of(pipeline.leadingMatch()) + " sort " + ValueText.of(pipeline.leadingSort())
                + " limit " + pipeline.leadingLimit()
                + (pipeline.withoutMatchAndSort().isEmpty() ? " and no more" : "");
    }

    private String find(BsonDocument query) {
        MongoFilter matches = FilterCompiler.compile(query, Variables.at(NOW));
        String ids = documents.stream()
                .filter(row -> matches.matches(TreeView.of(row)))
                .map(row -> ValueText.of(row.get("_id")))
                .collect(Collectors.joining(" "));
        return ids.isEmpty() ? "none" : ids;
    }

    private String distinct(String path) {
        List<String> values = new ArrayList<>();
        for (BsonDocument row : documents) {
            DistinctPath.of(path)
                    .forEach(TreeView.of(row), value -> values.add(ValueText.of(ExpressionValues.tree(value))));
        }
        return String.join(", ", values);
    }
}
