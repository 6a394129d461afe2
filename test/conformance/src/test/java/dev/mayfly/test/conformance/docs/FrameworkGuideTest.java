package dev.mayfly.test.conformance.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.harness.Folders;
import dev.mayfly.test.harness.PageExamples;
import dev.mayfly.test.harness.PageExamples.Block;
import dev.mayfly.test.harness.PageExamples.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The guide to frameworks shows the code of the example that each of its sections names, which has tests of its own. */
final class FrameworkGuideTest {
    private static final Path PAGE = Path.of("../../docs/guides/frameworks.md");
    private static final Pattern EXAMPLE = Pattern.compile("^\\[examples/[\\w-]+]\\(([^)]+)\\)");

    @Test
    void everyBlockStandsInTheExampleOfItsSection() throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        List<Path> sections = new ArrayList<>();
        int compared = 0;
        for (Block block : PageExamples.of(PAGE)) {
            assertEquals(Kind.PROGRAM, block.kind(), PAGE + ":" + block.line());
            Path example = exampleAbove(lines, block.line());
            sections.add(example);
            assertTrue(isIn(example, block.text()), () -> "not in " + example + ":\n" + block.text());
            compared++;
        }
        assertEquals(6, sections.stream().distinct().count());
        assertTrue(compared >= 6, "each section shows something");
    }

    private static Path exampleAbove(List<String> lines, int line) {
        for (int at = line - 1; at >= 0; at--) {
            Matcher example = EXAMPLE.matcher(lines.get(at));
            if (example.find()) {
                return PAGE.resolveSibling(example.group(1)).normalize();
            }
        }
        throw new AssertionError("no example above line " + line);
    }

    private static boolean isIn(Path example, String text) throws IOException {
        for (Path file : Folders.files(example)) {
            String name = file.toString();
            boolean isSource = name.endsWith(".java") || name.endsWith(".js") || name.endsWith(".py");
            if (isSource
                    && !name.contains("node_modules")
                    && Files.readString(file).contains(text)) {
                return true;
            }
        }
        return false;
    }
}
