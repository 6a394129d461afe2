package dev.mayfly.face.mongo.language;

import dev.mayfly.test.harness.GoldenScript;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs the scripts of expressions, updates, projections and pipelines. */
class LanguageScriptTest {
    @TestFactory
    Stream<DynamicTest> everyScriptHolds() {
        return GoldenScript.in(Path.of("src", "test", "scripts", "language"), LanguageInterpreter::new);
    }
}
