package dev.mayfly.face.cosmos.language;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.function.FunctionSource;
import dev.mayfly.face.cosmos.language.function.QueryInstant;
import dev.mayfly.face.cosmos.language.function.SearchSettings;
import dev.mayfly.face.cosmos.language.function.SqlEvaluator;
import dev.mayfly.face.cosmos.language.rank.RankScore;
import dev.mayfly.face.cosmos.language.value.SqlObject;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.test.harness.GoldenScript;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Carries out queries over a list of items. {@code items} lists them, one a line; {@code with} gives the parameters of the
 * next query; {@code query} and {@code plan} take a query on the same line or below, {@code feature} one below its name.
 */
final class QueryInterpreter implements GoldenScript.Interpreter {
    private static final long NOW = 1_767_225_600_000L;
    private static final long BYTES_MAX = 1 << 20;

    private final List<SqlValue> items = new ArrayList<>();
    private final Map<String, SqlValue> parameters = new HashMap<>();

    @Override
    public String execute(String command, String input) {
        String verb = command.split(" ", 2)[0];
        String rest = (command.substring(verb.length()) + (input.isEmpty() ? "" : "\n" + input)).strip();
        return switch (verb) {
            case "items" -> items(rest);
            case "with" -> with(rest);
            case "query" -> answer(() -> query(rest));
            // The rest of its line names the feature, for the documentation.
            case "feature" -> answer(() -> query(input));
            case "plan" -> answer(() -> CosmosQuery.parse(rest).plan(false, false));
            default -> throw new IllegalArgumentException(verb);
        };
    }

    private String items(String lines) {
        items.clear();
        lines.lines().forEach(line -> items.add(value(line)));
        return "";
    }

    private String with(String json) {
        parameters.clear();
        JsonObject.Fields<SqlValue> fields = ((SqlObject) value(json)).fields();
        while (fields.next()) {
            parameters.put(fields.name(), fields.value());
        }
        return "";
    }

    static SqlValue value(String json) {
        return SqlValues.parse(json.getBytes(UTF_8));
    }

    private interface Answer {
        String get();
    }

    private static String answer(Answer answer) {
        try {
            return answer.get();
        } catch (CosmosException refusal) {
            return refusal.status() + " " + refusal.code() + " " + refusal.getMessage();
        }
    }

    private String query(String text) {
        List<SqlValue> rows = run(text, items, parameters);
        StringBuilder lines = new StringBuilder();
        rows.forEach(row -> lines.append(SqlValues.json(row)).append('\n'));
        return rows.isEmpty() ? "nothing" : lines.toString();
    }

    static List<SqlValue> run(String text, List<SqlValue> items, Map<String, SqlValue> parameters) {
        CosmosQuery query = CosmosQuery.parse(text);
        query.checkDistribution(false);
        CompiledQuery compiled = query.compile(
                parameters, new QueryInstant(NOW, new Random(1), SearchSettings.DEFAULT, QueryInterpreter::function));
        List<SqlValue> found = compiled.readsItems() ? items : List.of(SqlValues.UNDEFINED);
        List<SqlValue> rows = new ArrayList<>();
        RankScore rank = compiled.rank();
        if (rank != null) {
            found.forEach(rank::observe);
            found.forEach(item -> compiled.compete(item, rank));
        }
        if (compiled.gathers()) {
            try (AggregateRows aggregates = compiled.gather(BYTES_MAX, null)) {
                found.forEach(aggregates::add);
                aggregates.rows().forEachRemaining(rows::add);
            }
            return rows;
        }
        for (SqlValue item : found) {
            compiled.rows(item, rows::add);
        }
        return rows.stream().skip(compiled.skip()).limit(compiled.take()).toList();
    }

    /** Clients have made one function, which returns what it is given. */
    private static SqlEvaluator function(String name) {
        return name.equals("echo") ? (_, values) -> values[0] : FunctionSource.NONE.find(name);
    }
}
