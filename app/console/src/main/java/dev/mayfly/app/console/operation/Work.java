package dev.mayfly.app.console.operation;

/** Something that takes long. It may be run on a thread that a wait holds up. */
@FunctionalInterface
public interface Work {
    /**
     * Does it, and answers what came of it as JSON can say it.
     *
     * @throws WorkFailed with words for a person; anything else is logged as our own mistake
     */
    Object run(OperationProgress progress);
}
