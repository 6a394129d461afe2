package dev.mayfly.app.cassandra;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;

/**
 * A shell that kills a process as soon as the process that made the shell is gone.
 *
 * <p>It reads from a pipe whose other end only its maker holds, so it hears of any death of its maker, also of one by a
 * signal that runs no shutdown hook. When the watched process ends by itself the shell is ended first, so that it never
 * kills another that got the same id. It does not hear the Ctrl-C of a terminal, which must not end the watch.
 */
final class DeathWatch implements AutoCloseable {
    private static final String SCRIPT = "trap '' INT HUP; cat >/dev/null; kill -9 \"$1\" 2>/dev/null";

    private final Process shell;

    private DeathWatch(Process shell) {
        this.shell = shell;
    }

    static DeathWatch over(Process watched) throws IOException {
        DeathWatch watch =
                new DeathWatch(new ProcessBuilder("sh", "-c", SCRIPT, "mayfly-watch", Long.toString(watched.pid()))
                        .redirectOutput(Redirect.DISCARD)
                        .redirectError(Redirect.DISCARD)
                        .start());
        watched.onExit().thenRun(watch::close);
        return watch;
    }

    /** Ends the watch; the watched process goes on. */
    @Override
    public void close() {
        // The shell goes first: cat, which ends by itself when the pipe is closed, must not be followed by the kill.
        shell.destroyForcibly();
        try {
            shell.waitFor();
            shell.getOutputStream().close();
        } catch (IOException _) {
            // The pipe was broken by the end of the shell.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
