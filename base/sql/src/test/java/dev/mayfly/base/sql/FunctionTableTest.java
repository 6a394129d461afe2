package dev.mayfly.base.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class FunctionTableTest {
    private static final class Words extends FunctionTable<Supplier<String>> {
        Words() {
            addShared("Hello", 1, ANY, () -> "hello");
            addMomentary("NOW", 0, 0, () -> "now");
        }
    }

    private final Words words = new Words();

    private FunctionDefinition<Supplier<String>> find(String name) {
        FunctionDefinition<Supplier<String>> found = words.find(name);
        assertNotNull(found, name);
        return found;
    }

    @Test
    void namesHaveNoCase() {
        assertEquals("Hello", find("hELLO").name());
        assertNull(words.find("goodbye"));
        assertEquals(Set.of("Hello", "NOW"), new TreeSet<>(words.names()));
    }

    @Test
    void argumentsAreCounted() {
        assertFalse(find("hello").takes(0));
        assertTrue(find("hello").takes(1_000));
        assertFalse(find("now").takes(1));
    }

    @Test
    void twoFunctionsOfOneNameAreAMistake() {
        assertThrows(IllegalStateException.class, () -> words.addMomentary("HELLO", 0, 0, () -> ""));
    }

    @Test
    void anotherNameIsTheSameFunction() {
        words.alias("hi", "hello");
        assertSame(find("hello").evaluators(), find("HI").evaluators());
        assertThrows(IllegalStateException.class, () -> words.alias("ciao", "goodbye"));
    }

    @Test
    void onlyMomentaryFunctionsAreImpure() {
        words.addRemembering("last", 0, 0, () -> () -> "last");
        assertTrue(find("hello").pure());
        assertTrue(find("last").pure());
        assertFalse(find("now").pure());
    }
}
