package dev.mayfly.app.console.operation;

/** Where work reports how far it is, and learns that nobody wants it any more. */
@FunctionalInterface
public interface OperationProgress {
    /**
     * @param total as far as known; 0 while it is not
     * @throws java.util.concurrent.CancellationException when the work is to end
     */
    void advance(long done, long total);
}
