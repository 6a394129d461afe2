package dev.mayfly.engine;

import dev.mayfly.test.harness.GoldenScript;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** What expires and when, as scripts that read like the manual. */
final class EngineScriptTest {
    @TestFactory
    Stream<DynamicTest> scripts() {
        return GoldenScript.in(Path.of("src", "test", "scripts"), EngineInterpreter::new);
    }

    /** Those with unique indexes, which a collection of several shards does not have. */
    @TestFactory
    @Tag("unsharded")
    Stream<DynamicTest> scriptsOfOneShard() {
        return GoldenScript.in(Path.of("src", "test", "unsharded"), EngineInterpreter::new);
    }
}
