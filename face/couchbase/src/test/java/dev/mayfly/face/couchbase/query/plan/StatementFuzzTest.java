package dev.mayfly.face.couchbase.query.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.Parameters;
import java.util.List;
import java.util.Map;

/**
 * Feeds texts that a fuzzer makes up to the language, and carries out those that are statements; only refusals may come
 * out.
 *
 * <p>The corpus stands in the resources and is run with every build. With JAZZER_FUZZ=1 in the environment it searches for
 * more.
 */
final class StatementFuzzTest {
    private static final Parameters PARAMETERS =
            new Parameters(List.of(N1qlValues.of(1), N1qlValues.of("x")), Map.of("p", N1qlValues.of(1)));

    @FuzzTest
    void statement(byte[] text) {
        try (QueryFixture fixture = new QueryFixture()) {
            fixture.put("default", "a", "{\"a\": 1, \"t\": [1, \"x\", {\"b\": [true]}], \"o\": {\"b\": null}}");
            fixture.put("default", "b", "{\"a\": \"x\", \"t\": []}");
            fixture.run(new String(text, UTF_8), PARAMETERS);
        } catch (N1qlException refusal) {
            if (refusal.code() == 5000) {
                throw refusal;
            }
        }
    }
}
