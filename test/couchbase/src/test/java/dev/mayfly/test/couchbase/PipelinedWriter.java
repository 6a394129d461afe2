package dev.mayfly.test.couchbase;

import dev.mayfly.base.clock.Pacer;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/** Sends writes one after the other and waits for no answer before the next: another thread reads the answers. */
final class PipelinedWriter {
    private static final int PIECE = 50;

    private final Wire wire;

    PipelinedWriter(Wire wire) {
        this.wire = wire;
    }

    /**
     * Returns once every write is answered, and each well.
     *
     * @param perSecond how many are sent a second; 0 for as many as the server takes
     */
    void write(int count, long perSecond, IntFunction<Frame> frames) {
        Pacer pacer = Pacer.ofMachine();
        CompletableFuture<Void> answers = new CompletableFuture<>();
        Thread.ofVirtual().name("answers").start(() -> read(count, answers));
        for (int from = 0; from < count; from += PIECE) {
            ByteArrayOutputStream piece = new ByteArrayOutputStream();
            int until = Math.min(from + PIECE, count);
            for (int each = from; each < until; each++) {
                piece.writeBytes(frames.apply(each).bytes());
            }
            wire.write(piece.toByteArray());
            if (perSecond > 0) {
                pacer.spend(until - from, perSecond);
            }
        }
        answers.join();
    }

    private void read(int count, CompletableFuture<Void> answers) {
        try {
            for (int each = 0; each < count; each++) {
                wire.read().require(Wire.OK);
            }
            answers.complete(null);
        } catch (RuntimeException | AssertionError failure) {
            answers.completeExceptionally(failure);
        }
    }
}
