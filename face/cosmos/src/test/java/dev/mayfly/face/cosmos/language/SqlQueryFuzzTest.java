package dev.mayfly.face.cosmos.language;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.List;
import java.util.Map;

/**
 * Feeds texts that a fuzzer makes up to the language, and carries out those that are queries; only refusals may come out.
 *
 * <p>The corpus stands in the resources and is run with every build. With JAZZER_FUZZ=1 in the environment it searches for
 * more.
 */
final class SqlQueryFuzzTest {
    private static final List<SqlValue> ITEMS = List.of(
            QueryInterpreter.value(
                    "{\"id\": \"1\", \"a\": 1, \"t\": [1, \"x\", {\"b\": [true]}], \"o\": {\"b\": null}}"),
            QueryInterpreter.value("{\"id\": \"2\", \"a\": \"x\", \"t\": []}"));

    @FuzzTest
    void query(byte[] text) {
        try {
            QueryInterpreter.run(
                    new String(text, UTF_8), ITEMS, Map.of("@p", SqlValues.of(1), "@q", SqlValues.UNDEFINED));
        } catch (CosmosException refusal) {
            if (refusal.status() / 100 != 4) {
                throw refusal;
            }
        }
    }
}
