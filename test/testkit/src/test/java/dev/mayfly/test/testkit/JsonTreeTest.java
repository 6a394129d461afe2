package dev.mayfly.test.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class JsonTreeTest {
    @Test
    void membersAreReadByTheirKind() {
        JsonTree tree = JsonTree.read("""
            {"text": "a\\nb", "number": 12, "none": null, "list": ["x", "y"], "at": {"iso": "2026-01-01T00:00:00Z"}}
            """);
        assertEquals("a\nb", tree.text("text"));
        assertEquals(12, tree.number("number"));
        assertEquals("", tree.text("none"));
        assertEquals("", tree.text("missing"));
        assertEquals(List.of("x", "y"), tree.texts("list"));
        assertEquals(Optional.of(Instant.parse("2026-01-01T00:00:00Z")), tree.instant("at"));
        assertEquals(Optional.empty(), tree.instant("missing"));
        assertTrue(tree.items("missing").isEmpty());
    }

    @Test
    void treesAreEqualWhateverTheirWriting() {
        assertEquals(JsonTree.read("{\"$oid\":\"ab\"}"), JsonTree.read(" { \"$oid\" : \"ab\" }"));
        assertEquals(JsonTree.read("1"), JsonTree.read("1.0"));
        assertEquals("\"a\\\"b\"", JsonTree.quoted("a\"b"));
    }

    @Test
    void textThatIsNotJsonIsRefused() {
        for (String wrong : List.of("", "{", "[1", "1 2", "nothing")) {
            assertThrows(IllegalArgumentException.class, () -> JsonTree.read(wrong), wrong);
        }
    }
}
