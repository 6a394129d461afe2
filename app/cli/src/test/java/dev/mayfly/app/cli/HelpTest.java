package dev.mayfly.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.cli.show.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The help page of every command; docs/reference/cli.md is all of them, written by -Dgolden.rewrite. */
final class HelpTest {
    private static final Path REFERENCE = Path.of("../../docs/reference/cli.md");

    @Test
    void pagesShowExamplesBeforeOptionsAndExitCodes() {
        pages().forEach((command, page) -> {
            int examples = page.indexOf("Examples:");
            assertTrue(examples > 0 && examples < page.indexOf("Options:"), command + "\n" + page);
            assertTrue(page.contains("Exit codes:"), page);
            assertTrue(page.lines().noneMatch(line -> line.length() > 100), page);
            assertTrue(page.lines().noneMatch(line -> line.contains("<arg") || line.endsWith("127.0.0.1:")), page);
        });
    }

    /** A description that is no format is printed as it stands, behind a warning. */
    @Test
    void pagesAreMadeWithoutWarnings() {
        PrintStream before = System.err;
        ByteArrayOutputStream warnings = new ByteArrayOutputStream();
        System.setErr(new PrintStream(warnings, true, StandardCharsets.UTF_8));
        try {
            pages();
        } finally {
            System.setErr(before);
        }
        assertEquals("", warnings.toString(StandardCharsets.UTF_8));
    }

    @Test
    void referenceIsTheHelpPages() throws IOException {
        StringBuilder reference = new StringBuilder("""
                # The command line

                Each command says this by `--help`. All but `serve`, `cluster`, `check`, `config`, `restore-backup` and `completion` talk
                to a running server by its admin API and nothing else. Results go to stdout; notes, questions and
                progress go to stderr, and progress only if that is a terminal. Options that nearly every command has may stand
                before it, too: `mayfly -o json status`.

                ## Profiles

                Servers that are asked often get a name in `~/.config/mayfly/profiles.yaml` (`$XDG_CONFIG_HOME/mayfly`, or the file
                that `MAYFLY_PROFILES` names):

                ```yaml
                staging:
                  url: https://staging.example.com:8080
                  user: ann
                  password-file: staging.password     # beside this file, readable by you alone; or password: ...
                  cacert: staging.pem                 # whose certificates are trusted
                ```

                `mayfly --profile staging status` uses it, and so does every command while `MAYFLY_PROFILE` is `staging`. Options win
                over the profile, and that over `MAYFLY_URL` and `MAYFLY_USER`. A file with a password that others may read or
                change is refused with exit code 78, as is a mistake in the file, told with its line and column.
                """);
        pages().forEach((command, page) -> reference
                .append("\n## ")
                .append(command)
                .append("\n\n```text\n")
                .append(page.strip())
                .append("\n```\n"));
        if (System.getProperty("golden.rewrite") != null) {
            Files.createDirectories(REFERENCE.getParent());
            Files.writeString(REFERENCE, reference, StandardCharsets.UTF_8);
        }
        assertEquals(Files.readString(REFERENCE, StandardCharsets.UTF_8), reference.toString());
    }

    private static Map<String, String> pages() {
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        CommandLine root = RootCommand.line(nowhere, nowhere, Terminal.none(InputStream.nullInputStream()));
        Map<String, String> pages = new LinkedHashMap<>();
        List<CommandLine> open = new ArrayList<>(List.of(root));
        while (!open.isEmpty()) {
            CommandLine next = open.removeFirst();
            pages.put(
                    next.getCommandSpec().qualifiedName(),
                    next.getUsageMessage(CommandLine.Help.Ansi.OFF)
                            .lines()
                            .map(String::stripTrailing)
                            .reduce("", (page, line) -> page + line + "\n"));
            open.addAll(0, next.getSubcommands().values());
        }
        return pages;
    }
}
