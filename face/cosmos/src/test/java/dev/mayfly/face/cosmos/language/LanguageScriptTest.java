package dev.mayfly.face.cosmos.language;

import dev.mayfly.test.harness.GoldenScript;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs the scripts of queries. */
class LanguageScriptTest {
    @TestFactory
    Stream<DynamicTest> everyScriptHolds() {
        return GoldenScript.in(Path.of("src", "test", "scripts", "language"), QueryInterpreter::new);
    }

    @TestFactory
    Stream<DynamicTest> everyFeatureOfTheGrammarAnswersAsItsExampleSays() {
        return GoldenScript.in(Path.of("src", "test", "scripts", "grammar"), QueryInterpreter::new);
    }
}
