package dev.mayfly.base.query.value;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestMemoryPool;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

/** Strings, arrays and objects of a language that knows nothing else. */
class JsonValuesTest {
    private static final class Str extends JsonString {
        Str(String string) {
            super(string);
        }

        Str(JsonView view) {
            super(view);
        }
    }

    private static final class Arr extends JsonArray<JsonValue> {
        Arr(List<JsonValue> elements) {
            super(elements, Dialects.DIALECT);
        }

        Arr(JsonView view) {
            super(view);
        }

        @Override
        protected JsonValue read(JsonView element) {
            return stored(element);
        }
    }

    private static final class Obj extends JsonObject<JsonValue> {
        Obj(SequencedMap<String, JsonValue> fields) {
            super(fields, Dialects.DIALECT);
        }

        Obj(JsonView view) {
            super(view);
        }

        @Override
        protected JsonValue read(JsonView field) {
            return stored(field);
        }
    }

    private static JsonValue stored(JsonView view) {
        return switch (view.type()) {
            case ARRAY -> new Arr(view);
            case OBJECT -> new Obj(view);
            default -> new Str(view);
        };
    }

    private static JsonValue json(String text) {
        return stored(JsonView.of(text.getBytes(UTF_8)));
    }

    private static Obj object(String name, JsonValue value) {
        SequencedMap<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put(name, value);
        return new Obj(fields);
    }

    private static String text(JsonValue value) {
        JsonSink out = new JsonSink(Dialects.DIALECT, 0);
        value.write(out);
        return out.toString();
    }

    @Test
    void aPrefixIsFoundInStoredAndBuiltStringsAlike() {
        Str stored = (Str) json("\"\\u0061bc\"");
        assertTrue(stored.startsWith(new Str("ab")));
        assertTrue(new Str("abc").startsWith((Str) json("\"ab\"")));
        assertFalse(stored.startsWith(new Str("b")));
        assertFalse(stored.startsWith(new Str("abcd")));
        assertTrue(stored.startsWith(new Str("")));
        assertTrue(new Str("").isEmpty());
        assertFalse(stored.isEmpty());
    }

    @Test
    void stringsAreOrderedByCodePoints() {
        List<String> ordered = List.of("", "A", "Aa", "a", "\uffee", "😀");
        for (int i = 0; i < ordered.size(); i++) {
            for (int k = 0; k < ordered.size(); k++) {
                int order = new Str(ordered.get(i)).compareText((Str) json("\"" + ordered.get(k) + "\""));
                assertEquals(Integer.compare(i, k), Integer.signum(order));
            }
        }
    }

    @Test
    void whatIsStoredIsWrittenAsItWasRead() {
        assertEquals("[1 , \"\\u0041\"]", text(json("[1 , \"\\u0041\"]")));
        assertEquals("{\"b\": 1, \"a\":null}", text(json("{\"b\": 1, \"a\":null}")));
        assertEquals("[[1.50],\"x\"]", text(new Arr(List.of(json("[1.50]"), new Str("x")))));
        assertEquals("{\"a\":[1 ]}", text(object("a", json("[1 ]"))));
        assertEquals("{}", text(new Obj(new LinkedHashMap<>())));
    }

    @Test
    void storedAndBuiltAreEqualWhenTheySayTheSame() {
        JsonValue built = new Arr(List.of(new Str("Ab"), object("x", new Str("y"))));
        JsonValue stored = json("[\"\\u0041b\", {\"x\":\"y\"}]");
        assertEquals(built, stored);
        assertEquals(built.hashCode(), stored.hashCode());
        assertEquals(json("{\"a\":\"1\",\"b\":\"2\"}"), json("{\"b\":\"2\",\"a\":\"1\"}"));
        assertNotEquals(json("[\"a\"]"), json("[\"a\",\"a\"]"));
        assertNotEquals(json("{\"a\":\"1\"}"), json("{\"a\":\"1\",\"b\":\"2\"}"));
    }

    @Test
    void elementsAndFieldsAreFoundInBoth() {
        for (Arr array : List.of((Arr) json("[\"a\",\"b\"]"), new Arr(List.of(new Str("a"), new Str("b"))))) {
            assertEquals(2, array.size());
            assertEquals(new Str("b"), array.at(1));
            assertNull(array.at(2));
            assertNull(array.at(-1));
            assertEquals(List.of(new Str("a"), new Str("b")), array.elements());
        }
        for (Obj object : List.of((Obj) json("{\"a\":\"b\"}"), object("a", new Str("b")))) {
            assertEquals(1, object.size());
            assertEquals(new Str("b"), object.find("a"));
            assertNull(object.find("A"));
        }
    }

    @Test
    void ofTwoFieldsOfOneNameTheFirstCounts() {
        Obj twice = (Obj) json("{\"a\":\"1\",\"a\":\"2\"}");
        assertEquals(new Str("1"), twice.find("a"));
        assertEquals(new Str("1"), twice.toMap().get("a"));
    }

    @Test
    void aValuePutIntoItselfTwiceAgainAndAgainIsRefused() {
        JsonValue array = new Str("1");
        JsonValue object = new Str("1");
        for (int level = 0; level < 20; level++) {
            array = new Arr(List.of(array, array));
            SequencedMap<String, JsonValue> fields = new LinkedHashMap<>();
            fields.put("a", object);
            fields.put("b", object);
            object = new Obj(fields);
        }
        List<JsonValue> parts = List.of(array, array, array, object, object, object);
        assertEquals(
                "parts",
                assertThrows(Dialects.TooLarge.class, () -> new Arr(parts)).getMessage());
    }

    /** Ends at its first look. */
    private static final class Impatient extends RequestGuard {
        Impatient() {
            super(new RequestMemoryPool(1 << 20, 1 << 20).open());
        }

        @Override
        public void check() {
            throw new IllegalStateException("out of time");
        }
    }

    @Test
    void requestIsChargedForWhatItBuildsAndNotForWhatIsStored() {
        try (Impatient guard = new Impatient()) {
            guard.during(() -> {
                JsonValue text = new Str("x".repeat(1_000));
                assertEquals(text.memoryBytes(), guard.mark());
                JsonValue both = new Arr(List.of(text, text));
                assertTrue(
                        guard.mark() < both.memoryBytes(),
                        "the text is there once, and counted as often as it is shown");
                assertTrue(both.memoryBytes() > 2 * text.memoryBytes());
                long before = guard.mark();
                assertTrue(stored(JsonView.of("[1,2,3]".getBytes(UTF_8))).memoryBytes() < 100);
                assertEquals(before, guard.mark());
                return true;
            });
            assertThrows(
                    MemoryLimitExceeded.class,
                    () -> guard.during(() -> new Arr(Collections.nCopies(40_000, text("a")))));
        }
    }

    private static JsonValue text(String text) {
        return new Str(text);
    }

    @Test
    void comparingLongTextsAsksWhetherTheRequestMayGoOn() {
        Str text = new Str("x".repeat(10_000));
        Str same = new Str("x".repeat(10_000));
        try (Impatient guard = new Impatient()) {
            guard.during(() -> text.compareText(same));
            assertThrows(
                    IllegalStateException.class,
                    () -> guard.during(() -> {
                        int order = 0;
                        for (int i = 0; i < 200; i++) {
                            order += text.compareText(same);
                        }
                        return order;
                    }));
        }
    }
}
