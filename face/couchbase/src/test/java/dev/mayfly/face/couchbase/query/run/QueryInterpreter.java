package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.ManifestChanges;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.QueryContext;
import dev.mayfly.test.harness.GoldenScript;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/**
 * Carries out scripts of statements: {@code put keyspace key {...}}, {@code collection scope name [maxTTL]}, {@code context
 * bucket.scope}, {@code parameters [...]}, {@code preserve true}, {@code advance PT5S}, {@code in name} and {@code out} of a
 * transaction, {@code group name}, {@code user name}, and all else is a statement.
 */
final class QueryInterpreter implements GoldenScript.Interpreter {
    /** Another for each index there ever was, and bytes that a packer chose. */
    private static final Pattern VARYING = Pattern.compile(
            "\"index_id\":\"[0-9a-f]+\",|\"encoded_plan\":\"[^\"]+\",|(?<=transaction \\(|\"txid\":\")[0-9a-f-]{36}");

    private final QueryFixture fixture = new QueryFixture();
    private final Map<String, String> transactions = new HashMap<>();
    private Parameters parameters = Parameters.NONE;

    @Override
    public String execute(String command, String input) {
        String[] words = command.split(" ", 4);
        switch (words[0]) {
            case "put" -> fixture.put(words[1], words[2], words[3]);
            case "collection" -> collection(words);
            case "context" -> fixture.context = QueryContext.of(words.length == 1 ? "" : words[1]);
            case "parameters" ->
                parameters = words.length == 1
                        ? Parameters.NONE
                        : parameters(Values.parse(command.substring(words[0].length() + 1)));
            case "in" -> fixture.transaction = transactions.computeIfAbsent(words[1], _ -> begun());
            case "out" -> fixture.transaction = "";
            case "user" -> fixture.user = words[1];
            case "group" -> fixture.group = words.length == 1 ? "" : words[1];
            case "preserve" -> fixture.preserveExpiry = Boolean.parseBoolean(words[1]);
            case "advance" -> fixture.buckets.clock().advance(Duration.parse(words[1]));
            default -> {
                return run(input.isEmpty() ? command : command + "\n" + input);
            }
        }
        return "";
    }

    /** A new transaction. */
    private String begun() {
        fixture.transaction = "";
        Value row = fixture.run("START TRANSACTION", Parameters.NONE).rows().getFirst();
        return ((StringValue) row.field("txid")).stringValue();
    }

    private void collection(String[] words) {
        Bucket bucket = fixture.buckets.buckets().require("default");
        if (bucket.manifest().find(words[1]) == null) {
            fixture.buckets.changes().createScope(bucket, words[1]);
        }
        Integer maxTtl = words.length > 3 ? Integer.valueOf(words[3]) : null;
        fixture.buckets
                .changes()
                .createCollection(bucket, words[1], words[2], new ManifestChanges.Properties(maxTtl, null));
    }

    private static Parameters parameters(Value values) {
        return switch (values) {
            case ArrayValue array -> new Parameters(array.elements(), Map.of());
            case ObjectValue object -> new Parameters(List.of(), object.toMap());
            default -> Parameters.NONE;
        };
    }

    private String run(String text) {
        try {
            QueryFixture.Outcome outcome = fixture.run(text, parameters);
            StringJoiner lines = new StringJoiner("\n");
            outcome.rows()
                    .forEach(row -> lines.add(VARYING.matcher(Values.json(row)).replaceAll("")));
            if (outcome.mutations() > 0) {
                lines.add("mutated " + outcome.mutations());
            }
            for (Execution.Remark error : outcome.errors()) {
                lines.add(error.code() + " " + VARYING.matcher(error.text()).replaceAll("")
                        + (error.cause() == null ? "" : " " + Values.json(error.cause())));
            }
            for (Execution.Remark warning : outcome.warnings()) {
                lines.add("warning " + warning.code() + " " + warning.text());
            }
            return lines.length() == 0 ? "nothing" : lines.toString();
        } catch (QueryException refusal) {
            return refusal.code() + " " + refusal.text();
        }
    }

    @Override
    public void close() {
        fixture.close();
    }
}
