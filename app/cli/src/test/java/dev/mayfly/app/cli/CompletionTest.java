package dev.mayfly.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mayfly.app.cli.show.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Completion in shells: the words offered behind the beginning of a command line. */
final class CompletionTest {
    /** As bash calls it when somebody presses the tabulator, but for the word that only then is there. */
    private static final String PRESSED = """
            source "$1"
            shift
            compopt() { :; }
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            COMP_LINE="$*"
            COMP_POINT=${#COMP_LINE}
            _complete_mayfly
            echo "${COMPREPLY[*]}"
            """;

    @TempDir
    private Path folder = Path.of("");

    private static String script(String shell) {
        StringWriter out = new StringWriter();
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        Terminal nobody = Terminal.none(InputStream.nullInputStream());
        assertEquals(0, Mayfly.run(new PrintWriter(out, true), nowhere, nobody, "completion", shell));
        return out.toString();
    }

    private String offered(String... words) throws IOException, InterruptedException {
        Path script = folder.resolve("completion.bash");
        if (Files.notExists(script)) {
            Files.writeString(script, script("bash"), StandardCharsets.UTF_8);
        }
        List<String> command =
                new ArrayList<>(List.of("/bin/bash", "--norc", "-c", PRESSED, "bash", script.toString(), "mayfly"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), printed);
        return printed.strip();
    }

    @Test
    void bashOffersCommandsOptionsAndTheirWords() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "SKIPPED: there is no bash to complete anything");
        assertEquals("status", offered("st"));
        assertEquals("list restore purge", offered("expired", ""));
        assertEquals("explain", offered("ttl", "ex"));
        assertEquals("--where", offered("expired", "list", "--wh"));
        assertEquals("table json jsonl csv", offered("ls", "-o", ""));
        assertEquals("keep shift hold drop", offered("import", "--expiry", ""));
        assertEquals("off auto", offered("serve", "--tls", ""));
        assertEquals("bash zsh fish", offered("completion", ""));
    }

    @Test
    void fishIsToldTheSame() {
        String script = script("fish");
        assertTrue(script.contains("-l expiry -x -a 'keep shift hold drop'"), script);
        assertTrue(script.contains("-n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'"), script);
        assertTrue(script.contains("-l where -x"), script);
    }
}
