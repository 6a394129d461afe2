package dev.mayfly.face.mongo.language;

import dev.mayfly.face.mongo.ScriptFolders;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** Runs the scripts of expressions, updates, projections and pipelines. */
class LanguageScriptTest {
    @TestFactory
    Stream<DynamicContainer> everyScriptHolds() {
        return ScriptFolders.below("language", LanguageInterpreter::new);
    }
}
