package dev.mayfly.store.api;

/** Hears how far a backup or a restore is; it may end it by an exception of its own, which its caller gets. */
@FunctionalInterface
public interface BackupProgress {
    /** Ignores the progress. */
    BackupProgress NONE = (_, _) -> {};

    /**
     * @param done how many bytes are copied and verified
     * @param total how many bytes there are to copy
     */
    void advance(long done, long total);
}
