package dev.mayfly.face.cosmos.query.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.face.cosmos.language.ComputedProperties;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which keys an item has in an index over paths. */
final class ItemKeysTest {
    private static JsonView view(String json) {
        return JsonView.of(json.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> keys(List<String> included, List<String> excluded, String item) {
        List<byte[]> keys = new ContainerIndex.Paths(included, excluded, ComputedProperties.NONE)
                .keys()
                .keysOf(view(item), 5_000)
                .keys();
        return keys.stream().map(HexFormat.of()::formatHex).toList();
    }

    private static String key(String path, @Nullable String json) {
        KeyBytes out = new KeyBytes().path(PathPattern.parseName(path));
        return HexFormat.of().formatHex((json == null ? out.value(null) : out.value(view(json))).toBytes());
    }

    private static List<String> sorted(String... keys) {
        List<String> sorted = new ArrayList<>(List.of(keys));
        sorted.sort(null);
        return sorted;
    }

    @Test
    void everyValueHasAKeyAndSoHasTheTimeOfTheLastModification() {
        assertEquals(
                sorted(
                        key("/_ts", "5"),
                        key("/a", "1"),
                        key("/b", "{}"),
                        key("/b/c", "\"x\""),
                        key("/d", "[]"),
                        key("/d/[]", "null"),
                        key("/d/[]", "{}"),
                        key("/d/[]/e", "true")),
                keys(List.of("/*"), List.of(), "{\"a\":1,\"b\":{\"c\":\"x\"},\"d\":[null,null,{\"e\":true}]}"));
    }

    @Test
    void whatIsExcludedHasNone() {
        assertEquals(
                sorted(key("/a", "1"), key("/b/d", "2")),
                keys(
                        List.of("/*", "/b/d/?"),
                        List.of("/b/*", "/_ts/?", "/c/?"),
                        "{\"a\":1,\"b\":{\"d\":2,\"x\":9},\"c\":3}"));
    }

    @Test
    void aPathThatIsNamedHasAKeyAlsoWithoutAValue() {
        assertEquals(
                sorted(key("/a", null), key("/b/c", "1")),
                keys(List.of("/a/?", "/b/c/?"), List.of("/*"), "{\"b\":{\"c\":1,\"d\":2},\"e\":1}"));
    }

    @Test
    void equalNumbersAreOneKeyWhateverTheirText() {
        assertEquals(key("/a", "1"), key("/a", "1.0"));
        assertEquals(key("/a", "0"), key("/a", "-0.0"));
        assertEquals(key("/a", "9007199254740993"), key("/a", "9007199254740992"));
    }

    @Test
    void aTextIsOneKeyHoweverItIsEscaped() {
        assertEquals(key("/a", "\"A\\u00e4\\ud83d\\ude00\""), key("/a", "\"\\u0041ä😀\""));
        assertNotEquals(key("/a/b", "1"), key("/\"a.b\"", "1"));
    }
}
