package dev.mayfly.app.console;

import dev.mayfly.app.console.operation.OperationProgress;
import java.util.List;

/** Writes backups of the server and lists the existing ones. */
public interface BackupService {
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
     * The result of a backup.
     *
     * @param number the number of the backup within its folder
     * @param copiedFiles the number of its files that earlier backups did not have
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
