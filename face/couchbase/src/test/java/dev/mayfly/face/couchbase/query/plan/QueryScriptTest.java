package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.test.harness.GoldenScript;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs the scripts of statements. */
class QueryScriptTest {
    @TestFactory
    Stream<DynamicTest> everyScriptHolds() {
        return GoldenScript.in(Path.of("src", "test", "scripts", "query"), QueryInterpreter::new);
    }
}
