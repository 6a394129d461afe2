package dev.mayfly.engine.commit;

/** Is told of each draft that is in the store, on the thread of its writer, which holds no latch any more. */
@FunctionalInterface
public interface CommitListener {
    void committed(PendingCommit draft, long version);
}
