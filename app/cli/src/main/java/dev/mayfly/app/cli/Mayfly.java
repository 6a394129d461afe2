package dev.mayfly.app.cli;

import dev.mayfly.app.cli.show.Terminal;
import dev.mayfly.app.server.StartupException;
import dev.mayfly.app.server.config.ConfigException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** The entry point of the process. */
public final class Mayfly {
    private Mayfly() {}

    public static void main(String[] args) {
        System.exit(run(writer(System.out), writer(System.err), Terminal.ofProcess(), args));
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    /** Runs one command line, and answers with its exit code. */
    public static int run(PrintWriter out, PrintWriter err, Terminal terminal, String... words) {
        String[] args = GlobalOptions.behindTheCommand(words);
        Optional<ServeOptions> serving = args.length > 0 && args[0].equals("serve")
                ? ServeOptions.ofPlain(Arrays.copyOfRange(args, 1, args.length))
                : Optional.empty();
        if (serving.isEmpty()) {
            return RootCommand.line(out, err, terminal, args).execute(args);
        }
        try {
            return serving.get().run(out);
        } catch (ConfigException | StartupException | IOException | InterruptedException | RuntimeException failure) {
            return Failures.say(failure, err);
        }
    }
}
