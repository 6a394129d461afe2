package dev.mayfly.app.console;

import dev.mayfly.app.console.operation.OperationProgress;
import java.util.List;

/** What writes backups of the server, and knows those there are. */
public interface BackupDesk {
    /**
     * The place that a name stands for, as a person reads it.
     *
     * @throws IllegalArgumentException when no backup may be written there, with the reason in words
     */
    String place(String folder);

    /** Writes a backup into the folder of this name, or throws {@link dev.mayfly.app.console.operation.WorkFailed}. */
    Written write(String folder, OperationProgress progress);

    /** Reads the latest backup in the folder of this name against its checksums, or throws as {@link #write} does. */
    Kept verify(String folder, OperationProgress progress);

    /** The backups in the folder of this name, the oldest first; throws as {@link #write} does. */
    List<Kept> list(String folder);

    /**
     * What a backup came to.
     *
     * @param number which one of its folder it is
     * @param copiedFiles how many of its files earlier backups did not have
     */
    record Written(String folder, int number, int files, long bytes, int copiedFiles, long copiedBytes) {}

    /**
     * A backup that is there.
     *
     * @param madeAt the time of the server when it was made
     * @param release which made it
     */
    record Kept(int number, String madeAt, String release, int files, long bytes) {}
}
