package dev.mayfly.app.cassandra;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The start of a process that ends when its maker wants it to, or with its maker, and not before.
 *
 * <p>A terminal sends its Ctrl-C to everything that it runs. A child that heard it would end before those that need it, so
 * children do not listen: their maker stops them in its own order. When the maker is killed, a {@link DeathWatch} kills them.
 */
public final class ChildProcess {
    /** A signal that is ignored stays so in what is executed, and a JVM leaves it alone. */
    private static final String SCRIPT = "trap '' INT HUP; exec \"$@\"";

    private ChildProcess() {}

    /** Starts what the builder describes; the id is that of the command itself. */
    public static Process start(ProcessBuilder builder) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", SCRIPT, "mayfly-child"));
        command.addAll(builder.command());
        Process started = builder.command(command).start();
        try {
            DeathWatch.over(started);
        } catch (IOException failure) {
            started.destroyForcibly();
            throw failure;
        }
        return started;
    }
}
