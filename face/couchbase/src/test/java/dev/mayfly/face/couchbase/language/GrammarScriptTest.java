package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.N1qlStatement;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.test.harness.GoldenScript;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs the scripts of what the grammar takes, and of what is said of mistakes. */
class GrammarScriptTest {
    @TestFactory
    Stream<DynamicTest> everyScriptHolds() {
        return GoldenScript.in(Path.of("src", "test", "scripts", "language"), () -> GrammarScriptTest::answer);
    }

    private static String answer(String command, String input) {
        String word = command.split(" ")[0];
        String text = input.isEmpty() ? command.substring(Math.min(command.length(), word.length() + 1)) : input;
        try {
            return switch (word) {
                case "expression" -> ExpressionText.of(StatementReader.readExpression(text));
                case "statement" -> kind(StatementReader.read(text));
                default -> throw new IllegalArgumentException("no command: " + word);
            };
        } catch (N1qlException refusal) {
            return refusal.code() + " " + refusal.text();
        }
    }

    private static String kind(N1qlStatement statement) {
        return statement.getClass().getSimpleName();
    }
}
