package dev.mayfly.engine.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.expiry.Deadlines;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which seconds in a field are instants, and for documents of which lifetimes. */
final class FieldInstantTest {
    private static final Lifetime MINUTE = new Lifetime.For(60);

    private static long in(FieldInstant instant, String json, Lifetime lifetime) {
        JsonView document = JsonView.of(json.getBytes(StandardCharsets.UTF_8));
        return instant.in(document, FieldPath.of("a.at"), lifetime);
    }

    @ParameterizedTest
    @CsvSource({
        "1700000000, 1700000000000",
        "1700000000.0, 1700000000000",
        "1.7e9, 1700000000000",
        "0, 0",
        "-5, -5000",
        "9223372036854774, 9223372036854774000"
    })
    void wholeSecondsAreInstants(String number, long millis) {
        String json = "{\"a\": {\"at\": " + number + "}}";
        assertEquals(millis, in(FieldInstant.EPOCH_SECOND, json, Lifetime.INHERIT));
        assertEquals(Deadlines.plus(millis, 60_000), in(FieldInstant.EPOCH_SECOND_AND_LIFETIME, json, MINUTE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"a\": 1700000000}",
                "{\"at\": 1700000000}",
                "{\"a\": [{\"at\": 1700000000}]}",
                "{\"a\": {\"at\": null}}",
                "{\"a\": {\"at\": true}}",
                "{\"a\": {\"at\": \"1700000000\"}}",
                "{\"a\": {\"at\": [1700000000]}}",
                "{\"a\": {\"at\": {}}}",
                "{\"a\": {\"at\": 1700000000.5}}",
                "{\"a\": {\"at\": 9223372036854776}}",
                "{\"a\": {\"at\": -9223372036854776}}",
                "{\"a\": {\"at\": 1e300}}",
                "[1700000000]"
            })
    void anythingElseIsNone(String json) {
        assertEquals(Deadlines.NO_DEADLINE, in(FieldInstant.EPOCH_SECOND, json, Lifetime.INHERIT));
        assertEquals(Deadlines.NO_DEADLINE, in(FieldInstant.EPOCH_SECOND_AND_LIFETIME, json, MINUTE));
    }

    @Test
    void eachIsForDocumentsOfItsLifetime() {
        String json = "{\"a\": {\"at\": 1}}";
        assertEquals(Deadlines.NO_DEADLINE, in(FieldInstant.EPOCH_SECOND, json, MINUTE));
        assertEquals(Deadlines.NO_DEADLINE, in(FieldInstant.EPOCH_SECOND, json, Lifetime.FOREVER));
        assertEquals(Deadlines.NO_DEADLINE, in(FieldInstant.EPOCH_SECOND_AND_LIFETIME, json, Lifetime.INHERIT));
        assertEquals(Deadlines.NO_DEADLINE, in(FieldInstant.EPOCH_SECOND_AND_LIFETIME, json, Lifetime.FOREVER));
    }
}
