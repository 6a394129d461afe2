package dev.mayfly.face.cosmos.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.partition.PartitionKey.Component;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PartitionKeyTest {
    @Test
    void aHeaderNamesEveryKindOfValue() {
        assertEquals(PartitionKey.of(new Component.Text("p")), PartitionKey.ofHeader("[\"p\"]"));
        assertEquals(PartitionKey.of(Component.UNDEFINED), PartitionKey.ofHeader("[{}]"));
        assertEquals(PartitionKey.of(Component.NULL), PartitionKey.ofHeader("[null]"));
        assertEquals(PartitionKey.of(Component.TRUE), PartitionKey.ofHeader(" [ true ] "));
        assertEquals(PartitionKey.of(new Component.Numeral(1)), PartitionKey.ofHeader("[1.0]"));
        assertEquals(
                PartitionKey.of(new Component.Text("a"), new Component.Numeral(-2.5), Component.FALSE),
                PartitionKey.ofHeader("[\"a\",-2.5,false]"));
        assertEquals(PartitionKey.of(new Component.Text("ü")), PartitionKey.ofHeader("[\"\\u00fc\"]"));
        assertEquals(PartitionKey.of(new Component.Text("ü")), PartitionKey.ofHeader("[\"Ã¼\"]"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "p",
                "\"p\"",
                "{}",
                "[",
                "[\"p\"",
                "[\"p\"]]",
                "[[1]]",
                "[{\"a\":1}]",
                "[1e400]",
                "[\"\\ud800\"]",
                "[\"p\",]",
                "[01]",
                "null"
            })
    void aMalformedHeaderIsRefused(String header) {
        CosmosException refused = assertThrows(CosmosException.class, () -> PartitionKey.ofHeader(header));
        assertEquals(400, refused.status());
    }

    @Test
    void aKeyTakesAtMostTwoKilobytes() {
        PartitionKey.ofHeader("[\"" + "x".repeat(2048) + "\"]");
        String tooLong = "[\"" + "x".repeat(1500) + "\",\"" + "x".repeat(549) + "\"]";
        assertEquals(
                400,
                assertThrows(CosmosException.class, () -> PartitionKey.ofHeader(tooLong))
                        .status());
    }

    @Test
    void aPartitionIsFoundInAnItemByThePathsOfTheDefinition() {
        String item = "{\"a\":{\"b/c\":{\"d\":\"x\"}},\"n\":null,\"t\":true,\"o\":{},\"l\":[1],\"q\\\"\":5}";
        assertEquals(PartitionKey.of(new Component.Text("x")), of(item, "/a/\"b/c\"/d"));
        assertEquals(PartitionKey.of(Component.NULL), of(item, "/n"));
        assertEquals(PartitionKey.of(Component.TRUE, Component.UNDEFINED), of(item, "/t", "/missing"));
        assertEquals(PartitionKey.of(Component.UNDEFINED), of(item, "/t/below"));
        assertEquals(PartitionKey.of(Component.UNDEFINED), of(item, "/l/0"));
        assertEquals(PartitionKey.of(new Component.Numeral(5)), of(item, "/\"q\\\"\""));
        for (String path : List.of("/o", "/l", "/a")) {
            CosmosException refused = assertThrows(CosmosException.class, () -> of(item, path));
            assertEquals(400, refused.status());
            assertEquals(1001, refused.substatus());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "/", "/a//b", "/\"a", "/a/", "/\"a\"b"})
    void aMalformedPathIsRefused(String path) {
        assertThrows(CosmosException.class, () -> PartitionKeyPaths.names(path));
    }

    @Test
    void aKeyOfTheWrongLengthIsNotThatOfAnItem() {
        PartitionKeyPaths paths = PartitionKeyPaths.of(List.of("/a", "/b"), false);
        assertEquals(
                1001,
                assertThrows(CosmosException.class, () -> paths.requireWhole(PartitionKey.ofHeader("[1]")))
                        .substatus());
        assertEquals(
                "PartitionKey value must be supplied for this operation.",
                assertThrows(CosmosException.class, () -> paths.requireWhole(null))
                        .getMessage());
        assertEquals(PartitionKey.ofHeader("[1]"), paths.requirePrefix(PartitionKey.ofHeader("[1]")));
        assertThrows(CosmosException.class, () -> paths.requirePrefix(PartitionKey.ofHeader("[1,2,3]")));
    }

    private static PartitionKey of(String item, String... paths) {
        return PartitionKeyPaths.of(List.of(paths), false).of(JsonView.of(item.getBytes(StandardCharsets.UTF_8)));
    }
}
