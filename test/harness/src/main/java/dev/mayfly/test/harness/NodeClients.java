package dev.mayfly.test.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** The clients from npm in the folder {@code node} of a module of tests, and the scripts that use them. */
public final class NodeClients {
    private static final int NOT_POSSIBLE = 69;
    private static final int INSTALL_SECONDS = 600;
    private static final int SCRIPT_SECONDS = 120;

    private static final Path FOLDER = Path.of("node").toAbsolutePath();

    private NodeClients() {}

    /** The output of a process, errors too, and its exit code. */
    public record Outcome(int exitCode, String printed) {}

    /** Installs what the lock names unless it is there; where that cannot be, the test is skipped, and says so loudly. */
    public static void install() {
        Path anywhere = Path.of(System.getProperty("java.io.tmpdir"));
        Outcome outcome = run(INSTALL_SECONDS, List.of("./install"), anywhere, "");
        if (outcome.exitCode() == NOT_POSSIBLE) {
            String reason = outcome.printed().strip();
            String words = "SKIPPED: the clients from npm are not tested here: " + reason;
            System.err.println("*".repeat(80) + "\n" + words + "\n" + "*".repeat(80));
            Assumptions.abort(words);
        }
        if (outcome.exitCode() != 0) {
            throw new IllegalStateException("the clients from npm cannot be installed: " + outcome.printed());
        }
    }

    /** Runs Node in the folder of the scripts; what it keeps at home it keeps in the folder given. */
    public static Outcome node(Path home, String... arguments) {
        return node(home, List.of(arguments), "");
    }

    /** The same, where something is typed. */
    public static Outcome node(Path home, List<String> arguments, String typed) {
        List<String> command = new ArrayList<>(List.of("node"));
        command.addAll(arguments);
        return run(SCRIPT_SECONDS, command, home, typed);
    }

    /**
     * Runs a program of the documentation as it is printed there, for a server on a virtual clock: its clock is that of the
     * server, and where it waits, it winds that.
     *
     * @param admin the address of the server's admin face
     */
    public static Outcome program(Path home, String text, String admin) {
        return node(home, List.of("--import", winding(home).toString(), "--input-type=module", "-", admin), text);
    }

    /** Writes the script that makes a program wind the server's clock. */
    public static Path winding(Path home) {
        try (InputStream script = NodeClients.class.getResourceAsStream("winding.mjs")) {
            Path file = home.resolve("winding.mjs");
            Files.write(file, Objects.requireNonNull(script).readAllBytes());
            return file;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The output that a script is to print. */
    public static String expected(String script) {
        try {
            return Files.readString(FOLDER.resolve(script + ".expected"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Outcome run(int seconds, List<String> command, Path home, String typed) {
        try {
            Path printed = Files.createTempFile(home, "printed", ".txt");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(FOLDER.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(printed.toFile());
            if (!command.getFirst().equals("./install")) {
                builder.environment().put("HOME", home.toString());
            }
            Process process = builder.start();
            try (Writer writer = process.outputWriter(StandardCharsets.UTF_8)) {
                writer.write(typed);
            }
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException(
                        command + " does not end: " + Files.readString(printed, StandardCharsets.UTF_8));
            }
            String text = Files.readString(printed, StandardCharsets.UTF_8);
            Files.delete(printed);
            return new Outcome(process.exitValue(), text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
