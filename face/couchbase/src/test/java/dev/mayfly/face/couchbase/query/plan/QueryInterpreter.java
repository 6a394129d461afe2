package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.ManifestChanges;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.test.harness.GoldenScript;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/**
 * Carries out scripts of statements: {@code put keyspace key {...}}, {@code collection scope name [maxTTL]}, {@code context
 * bucket.scope}, {@code parameters [...]}, {@code preserve true}, {@code legacy true}, {@code advance PT5S}, {@code in name} and {@code out} of a
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
                        : parameters(N1qlValues.parse(command.substring(words[0].length() + 1)));
            case "in" -> fixture.transaction = transactions.computeIfAbsent(words[1], _ -> begun());
            case "out" -> fixture.transaction = "";
            case "user" -> fixture.user = words[1];
            case "group" -> fixture.group = words.length == 1 ? "" : words[1];
            case "legacy" -> fixture.legacyMerge = Boolean.parseBoolean(words[1]);
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
        N1qlValue row = fixture.run("START TRANSACTION", Parameters.NONE).rows().getFirst();
        return ((N1qlString) row.field("txid")).stringValue();
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

    private static Parameters parameters(N1qlValue values) {
        return switch (values) {
            case N1qlArray array -> new Parameters(array.elements(), Map.of());
            case N1qlObject object -> new Parameters(List.of(), object.toMap());
            default -> Parameters.NONE;
        };
    }

    private String run(String text) {
        try {
            QueryFixture.Outcome outcome = fixture.run(text, parameters);
            StringJoiner lines = new StringJoiner("\n");
            outcome.rows()
                    .forEach(row ->
                            lines.add(VARYING.matcher(N1qlValues.json(row)).replaceAll("")));
            if (outcome.mutations() > 0) {
                lines.add("mutated " + outcome.mutations());
            }
            for (StatementExecution.Remark error : outcome.errors()) {
                lines.add(error.code() + " " + VARYING.matcher(error.text()).replaceAll("")
                        + (error.cause() == null ? "" : " " + N1qlValues.json(error.cause())));
            }
            for (StatementExecution.Remark warning : outcome.warnings()) {
                lines.add("warning " + warning.code() + " " + warning.text());
            }
            return lines.length() == 0 ? "nothing" : lines.toString();
        } catch (N1qlException refusal) {
            return refusal.code() + " " + refusal.text();
        }
    }

    @Override
    public void close() {
        fixture.close();
    }
}
