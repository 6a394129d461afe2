package dev.mayfly.app.cli;

import dev.mayfly.test.harness.GoldenScript;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Compares the output of every command with its script, against servers on a virtual clock. */
final class CommandScriptTest {
    private static final Path SCRIPTS = Path.of("src/test/scripts");

    @TempDir
    private Path folder = Path.of("");

    @TestFactory
    Stream<DynamicTest> commandsPrintWhatTheirScriptsSay() {
        return GoldenScript.in(SCRIPTS, () -> new Commands(folder));
    }
}
