package dev.mayfly.base.document;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DuplicateNamesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "true  | {\"a\":1,\"a\":2}",
                "true  | {\"a\":1,\"\\u0061\":2}",
                "true  | {\"x\":[{\"b\":{\"c\":1,\"d\":2,\"c\":3}}]}",
                "true  | {\"ü\":1,\"\\u00fc\":2}",
                "false | {\"a\":1,\"b\":{\"a\":1},\"c\":[{\"a\":1},{\"a\":2}]}",
                "false | {\"a\":\"a\",\"b\":\"a\"}",
                "false | {\"Aa\":1,\"BB\":2}",
                "false | {\"a\":{},\"b\":[]}",
                "false | [\"a\",\"a\"]",
                "false | {\"a\":\"x: \\\"a\\\":\",\"b\":1}",
            })
    void aNameTwiceInOneObjectIsFound(boolean expected, String json) {
        assertEquals(expected, DuplicateNames.in(json.getBytes(StandardCharsets.UTF_8)), json);
    }

    @Test
    void manyNamesAndDeepObjectsAreWalkedOnce() {
        StringBuilder json = new StringBuilder("{\"x\":0");
        for (int index = 0; index < 5_000; index++) {
            json.append(",\"n").append(index).append("\":{\"x\":{\"x\":1}}");
        }
        byte[] distinct = (json + "}").getBytes(StandardCharsets.UTF_8);
        byte[] twice = (json + ",\"n7\":1}").getBytes(StandardCharsets.UTF_8);
        assertEquals(false, DuplicateNames.in(distinct));
        assertEquals(true, DuplicateNames.in(twice));
    }
}
