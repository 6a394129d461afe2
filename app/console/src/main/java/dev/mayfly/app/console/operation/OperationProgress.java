package dev.mayfly.app.console.operation;

/** Receives the progress of work, and tells the work when it is cancelled. */
@FunctionalInterface
public interface OperationProgress {
    /**
     * @param total as far as known; 0 while it is not
     * @throws java.util.concurrent.CancellationException when the work is to end
     */
    void advance(long done, long total);
}
