package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.test.harness.GoldenScript;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Frames about parts of documents, and what comes back. */
final class SubdocScriptTest {
    @TestFactory
    Stream<DynamicTest> scripts() {
        return GoldenScript.in(Path.of("src/test/scripts/subdoc"), SubdocInterpreter::new);
    }
}
