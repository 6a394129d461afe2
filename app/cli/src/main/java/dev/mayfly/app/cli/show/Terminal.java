package dev.mayfly.app.cli.show;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The input and output of the process.
 *
 * @param input the standard input
 * @param isAsked whether a person types the input
 * @param isSeen whether a person sees the output
 * @param isFollowed whether a person sees the progress
 * @param isColored whether colours are wanted
 */
public record Terminal(InputStream input, boolean isAsked, boolean isSeen, boolean isFollowed, boolean isColored) {
    /** Returns a terminal without a person. */
    public static Terminal none(InputStream input) {
        return new Terminal(input, false, false, false, false);
    }

    public static Terminal ofProcess() {
        boolean isColored =
                System.getenv().getOrDefault("NO_COLOR", "").isEmpty() && !"dumb".equals(System.getenv("TERM"));
        return new Terminal(System.in, isTerminal(0), isTerminal(1), isTerminal(2), isColored);
    }

    /** The JDK only tells whether both ends are a terminal, so where the kernel says more it is asked. */
    private static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException _) {
            return Objects.requireNonNull(System.console()).isTerminal();
        }
    }

    /** The next line that is typed, or nothing if there is none. */
    String line() {
        try {
            String line = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8)).readLine();
            return line == null ? "" : line;
        } catch (IOException _) {
            return "";
        }
    }
}
