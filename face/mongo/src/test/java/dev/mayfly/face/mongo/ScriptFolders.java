package dev.mayfly.face.mongo;

import dev.mayfly.test.harness.GoldenScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;

/** The folders of golden scripts, each of which is a subject. */
public final class ScriptFolders {
    private ScriptFolders() {}

    /** Returns the tests of a folder and of all folders below it. */
    public static Stream<DynamicContainer> below(
            String name, Supplier<? extends GoldenScript.Interpreter> interpreters) {
        Path root = Path.of("src", "test", "scripts", name);
        try (Stream<Path> files = Files.walk(root)) {
            List<Path> folders = files.filter(Files::isDirectory).sorted().toList();
            return folders.stream()
                    .map(folder -> DynamicContainer.dynamicContainer(
                            root.relativize(folder).toString().isEmpty()
                                    ? name
                                    : root.relativize(folder).toString(),
                            GoldenScript.in(folder, interpreters)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
