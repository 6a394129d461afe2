package dev.mayfly.app.cli.show;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.base.clock.VirtualClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ProgressTest {
    private final VirtualClock clock = new VirtualClock(0);
    private final StringWriter err = new StringWriter();

    @Test
    void tellsRateAndTimeLeft() {
        try (Progress progress = new Progress(new PrintWriter(err), "exported", "documents", clock)) {
            clock.advance(Duration.ofSeconds(2));
            progress.advance(500, 2_000);
        }
        assertEquals(
                "\rexported  ████████░░░░░░░░░░░░░░░░░░░░░░  25 %  250 documents/s  6s left\u001b[K\n",
                err.toString().replace("\r\n", "\n"));
    }

    @Test
    void withoutATotalTellsWhatIsDone() {
        try (Progress progress = new Progress(new PrintWriter(err), "imported", "bytes", clock)) {
            clock.advance(Duration.ofSeconds(1));
            progress.advance(2_048, 0);
        }
        assertEquals("\rimported  2.0 KiB  2.0 KiB/s\u001b[K\n", err.toString());
    }

    @Test
    void isSilentWhereNobodySeesIt() {
        try (Progress progress = new Progress(null, "exported", "documents", clock)) {
            progress.advance(1, 2);
        }
        assertEquals("", err.toString());
    }
}
