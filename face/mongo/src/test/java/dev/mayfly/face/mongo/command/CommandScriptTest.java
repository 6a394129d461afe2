package dev.mayfly.face.mongo.command;

import dev.mayfly.test.harness.GoldenScript;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs the scripts of commands about documents. */
class CommandScriptTest {
    @TestFactory
    Stream<DynamicTest> everyScriptHolds() {
        return GoldenScript.in(Path.of("src", "test", "scripts", "commands"), CommandInterpreter::new);
    }
}
