package dev.mayfly.face.cosmos;

import dev.mayfly.test.harness.GoldenScript;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs the face's scripts. */
final class CosmosScriptTest {
    @TestFactory
    Stream<DynamicTest> scripts() {
        return GoldenScript.in(Path.of("src/test/scripts"), CosmosInterpreter::new);
    }

    /** The requests of SDKs that are not run here, as they send them. */
    @TestFactory
    Stream<DynamicTest> clients() {
        return GoldenScript.in(
                Path.of("src/test/scripts/clients"), () -> new CosmosInterpreter(CosmosFixture.unswept()));
    }
}
