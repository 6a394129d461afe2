package dev.mayfly.face.cosmos.language.function;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
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

class SqlFunctionsTest {
    private static final Path SCRIPTS = Path.of("src/test/scripts/functions");
    private static final QueryInstant MOMENT = new QueryInstant(0, new Random(1));

    @TestFactory
    Stream<DynamicTest> functionsSayWhatTheScriptsSay() {
        return GoldenScript.in(SCRIPTS, FunctionScript::new);
    }

    @Test
    void theScriptsCallEveryFunctionThereIs() throws IOException {
        SortedSet<String> missing = new TreeSet<>(SqlFunctions.names());
        try (Stream<Path> scripts = Files.list(SCRIPTS)) {
            scripts.flatMap(SqlFunctionsTest::lines)
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
        SqlEvaluator rand = SqlFunctions.resolve("rand", 0);
        SqlValue first = rand.evaluate(MOMENT, new SqlValue[0]);
        SqlValue second = rand.evaluate(MOMENT, new SqlValue[0]);
        assertFalse(first.equals(second));
        assertTrue(Double.parseDouble(first.toString()) < 1);
        assertFalse(SqlFunctions.isPure("RAND"));
        assertFalse(SqlFunctions.isPure("GetCurrentTimestamp"));
        assertTrue(SqlFunctions.isPure("abs"));
    }

    @Test
    void undefinedMakesUndefinedButInFunctionsThatAskForIt() {
        for (String name : SqlFunctions.names()) {
            if (name.startsWith("IS_") || name.equals("IIF") || name.startsWith("GetCurrent")) {
                continue;
            }
            for (int count = 1; count <= 7; count++) {
                SqlValue[] arguments = new SqlValue[count];
                Arrays.fill(arguments, SqlValues.UNDEFINED);
                try {
                    assertTrue(
                            SqlFunctions.resolve(name, count)
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
        SqlValue text = SqlValues.of("x".repeat(Bounds.CHARACTERS_MAX));
        assertThrows(CosmosException.class, () -> call("CONCAT", text, text));
        assertThrows(CosmosException.class, () -> call("REPLACE", text, SqlValues.of("x"), SqlValues.of("xx")));
        assertThrows(
                CosmosException.class,
                () -> call("StringJoin", SqlValues.array(List.of(text, text)), SqlValues.of("")));
        assertThrows(CosmosException.class, () -> call("StringSplit", text, SqlValues.of("x")));
        assertThrows(CosmosException.class, () -> call("ToString", SqlValues.array(List.of(text))));
        assertThrows(CosmosException.class, () -> call("DateTimeFormat", SqlValues.of("2026-11-20"), text));
        assertTrue(call("REPLICATE", SqlValues.of("ab"), SqlValues.of(1e300)).isUndefined());
    }

    @Test
    void searchingTakesTimeInProportionToTheTexts() {
        String hay = "a".repeat(1 << 20);
        SqlValue text = SqlValues.of(hay + "c");
        SqlValue part = SqlValues.of("a".repeat(1 << 19) + "b");
        assertTrue(call("CONTAINS", text, part).isFalse());
        assertEquals(SqlValues.of(-1), call("LASTINDEXOF", text, part));
        assertEquals(SqlValues.of((1 << 20) - 17), call("LASTINDEXOF", text, SqlValues.of("a".repeat(17) + "c")));
        assertTrue(call("REGEXMATCH", text, SqlValues.of("(a*)*b")).isFalse());
    }

    private static SqlValue call(String name, SqlValue... arguments) {
        return SqlFunctions.resolve(name, arguments.length).evaluate(MOMENT, arguments);
    }
}
