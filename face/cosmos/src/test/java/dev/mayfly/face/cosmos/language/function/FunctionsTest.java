package dev.mayfly.face.cosmos.language.function;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.CosmosException;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import dev.mayfly.test.harness.GoldenScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class FunctionsTest {
    private static final Path SCRIPTS = Path.of("src/test/scripts/functions");
    private static final Moment MOMENT = new Moment(0, new Random(1));

    @TestFactory
    Stream<DynamicTest> functionsSayWhatTheScriptsSay() {
        return GoldenScript.in(SCRIPTS, FunctionScript::new);
    }

    @Test
    void theScriptsCallEveryFunctionThereIs() throws IOException {
        SortedSet<String> missing = new TreeSet<>(Functions.names());
        try (Stream<Path> scripts = Files.list(SCRIPTS)) {
            scripts.flatMap(FunctionsTest::lines)
                    .forEach(line -> missing.removeIf(name -> line.startsWith(name + "(")));
        }
        assertEquals(List.of("RAND"), List.copyOf(missing));
    }

    private static Stream<String> lines(Path script) {
        try {
            return Files.readString(script, UTF_8).lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void randIsBetweenZeroAndOneAndDiffersFromCallToCall() {
        Evaluator rand = Functions.resolve("rand", 0);
        Value first = rand.evaluate(MOMENT, new Value[0]);
        Value second = rand.evaluate(MOMENT, new Value[0]);
        assertFalse(first.equals(second));
        assertTrue(Double.parseDouble(first.toString()) < 1);
        assertFalse(Functions.isPure("RAND"));
        assertFalse(Functions.isPure("GetCurrentTimestamp"));
        assertTrue(Functions.isPure("abs"));
    }

    @Test
    void undefinedMakesUndefinedButInFunctionsThatAskForIt() {
        for (String name : Functions.names()) {
            if (name.startsWith("IS_") || name.equals("IIF") || name.startsWith("GetCurrent")) {
                continue;
            }
            for (int count = 1; count <= 7; count++) {
                Value[] arguments = new Value[count];
                Arrays.fill(arguments, Values.UNDEFINED);
                try {
                    assertTrue(
                            Functions.resolve(name, count)
                                    .evaluate(MOMENT, arguments)
                                    .isUndefined(),
                            name);
                } catch (FunctionException _) {
                    // It takes another number of arguments.
                }
            }
        }
    }

    @Test
    void whatAFunctionMakesIsBounded() {
        Value text = Values.of("x".repeat(Bounds.CHARACTERS_MAX));
        assertThrows(CosmosException.class, () -> call("CONCAT", text, text));
        assertThrows(CosmosException.class, () -> call("REPLACE", text, Values.of("x"), Values.of("xx")));
        assertThrows(CosmosException.class, () -> call("StringJoin", Values.array(List.of(text, text)), Values.of("")));
        assertThrows(CosmosException.class, () -> call("StringSplit", text, Values.of("x")));
        assertThrows(CosmosException.class, () -> call("ToString", Values.array(List.of(text))));
        assertThrows(CosmosException.class, () -> call("DateTimeFormat", Values.of("2026-11-20"), text));
        assertTrue(call("REPLICATE", Values.of("ab"), Values.of(1e300)).isUndefined());
    }

    @Test
    void searchingTakesTimeInProportionToTheTexts() {
        String hay = "a".repeat(1 << 20);
        Value text = Values.of(hay + "c");
        Value part = Values.of("a".repeat(1 << 19) + "b");
        assertTrue(call("CONTAINS", text, part).isFalse());
        assertEquals(Values.of(-1), call("LASTINDEXOF", text, part));
        assertEquals(Values.of((1 << 20) - 17), call("LASTINDEXOF", text, Values.of("a".repeat(17) + "c")));
        assertTrue(call("REGEXMATCH", text, Values.of("(a*)*b")).isFalse());
    }

    private static Value call(String name, Value... arguments) {
        return Functions.resolve(name, arguments.length).evaluate(MOMENT, arguments);
    }
}
