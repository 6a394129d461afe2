package dev.mayfly.test.console;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The judge of accessibility: a script that is put into a page, and what to ask it there. */
final class Axe {
    /** Takes the rules, answers what breaks them. */
    static final String JUDGE = """
            async (rules) => {
              const found = await axe.run(document, {runOnly: rules, resultTypes: ['violations']});
              return found.violations
                .map(v => v.id + ": " + v.help + "\\n" + v.nodes.slice(0, 4).map(n => "  " + n.target + "  " + n.failureSummary.replaceAll("\\n", " ")).join("\\n"))
                .join("\\n");
            }""";

    /** The rules of WCAG at the levels A and AA. */
    static final List<String> EVERYTHING = List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa");

    private Axe() {}

    static String script() throws IOException {
        try (InputStream in = Axe.class.getResourceAsStream("/vendor/axe.min.js")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
