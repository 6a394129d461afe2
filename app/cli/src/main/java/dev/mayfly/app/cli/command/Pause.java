package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A wait between two looks at a server. */
final class Pause {
    private Pause() {}

    static void of(long millis) {
        try {
            // The latch is never counted down: this waits in real time, which a virtual clock does not wind.
            boolean ended = new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
            assert !ended;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(ExitCode.FAILED, "interrupted");
        }
    }
}
