package dev.mayfly.store.rocksdb;

import dev.mayfly.store.api.BackupException;
import dev.mayfly.store.api.BackupProgress;
import dev.mayfly.store.rocksdb.BackupFolder.Found;
import dev.mayfly.store.rocksdb.BackupManifest.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The backups that {@link RocksStore#backup} has left: what there is, whether it is sound, and how it becomes a data folder
 * again. Every path means a folder of backups, of which the latest is taken, or the own folder of one of them.
 */
public final class RocksBackups {
    private RocksBackups() {}

    /** One backup as its manifest tells of it. */
    public record Description(int number, Map<String, String> facts, int files, long bytes) {
        public Description {
            facts = Map.copyOf(facts);
        }

        private static Description of(BackupManifest backup) {
            return new Description(
                    backup.number(), backup.facts(), backup.entries().size(), backup.bytes());
        }
    }

    /** Returns all backups in a folder, the oldest first. */
    public static List<Description> list(Path folder) {
        return BackupFolder.forReading(folder).backups().stream()
                .map(Description::of)
                .toList();
    }

    /**
     * Reads every file of a backup against its checksum.
     *
     * @throws BackupException that names the first file that is not as it was
     */
    public static Description verify(Path backup, BackupProgress progress) {
        Found found = BackupFolder.find(backup);
        verify(found, found.backup().bytes(), progress);
        return Description.of(found.backup());
    }

    private static void verify(Found found, long total, BackupProgress progress) {
        long[] done = {0};
        for (Entry entry : found.backup().entries()) {
            Path file = found.folder().path(found.backup(), entry);
            try {
                require(entry, file, HashedFile.read(file, bytes -> progress.advance(done[0] += bytes, total)));
            } catch (IOException failure) {
                throw new BackupException("cannot read " + file, failure);
            }
        }
    }

    private static void require(Entry entry, Path file, HashedFile read) {
        if (read.bytes() != entry.bytes() || !read.sha256().equals(entry.sha256())) {
            throw new BackupException("damaged file " + file, null);
        }
    }

    /**
     * Makes a data folder of a backup, once all of it is verified.
     *
     * @param data a folder that does not exist, is empty, or in which a restore has not ended
     * @param finishing what is to be done in the data folder, which has another place still, before it counts
     */
    public static Description restore(Path backup, Path data, Consumer<Path> finishing, BackupProgress progress) {
        Found found = BackupFolder.find(backup);
        if (found.backup().format() > DataFolder.FORMAT) {
            throw new BackupException(
                    "the backup has format " + found.backup().format() + "; this release knows up to "
                            + DataFolder.FORMAT,
                    null);
        }
        long total = 2 * found.backup().bytes();
        try {
            Path draft = begin(data);
            verify(found, total, progress);
            copy(found, draft.resolve("rocksdb"), total, progress);
            DataFolder.writeFormat(draft);
            finishing.accept(draft);
            end(draft, data);
            return Description.of(found.backup());
        } catch (IOException failure) {
            throw new BackupException("cannot restore into " + data + ": " + failure, failure);
        }
    }

    /** Empties what an earlier restore has left, and refuses anything else. */
    private static Path begin(Path data) throws IOException {
        Path draft = data.resolve(DataFolder.RESTORING);
        Files.createDirectories(data, DataFolder.ownerOnly());
        boolean resumes = Files.exists(draft) && !Files.exists(data.resolve("format"));
        if (!resumes && !isEmpty(data)) {
            throw new BackupException(data + " is not empty; restore into a new folder", null);
        }
        if (resumes) {
            BackupFolder.deleteAll(data.resolve("rocksdb"));
        }
        BackupFolder.deleteAll(draft);
        Files.createDirectory(draft, DataFolder.ownerOnly());
        Files.createDirectory(draft.resolve("rocksdb"), DataFolder.ownerOnly());
        return draft;
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    private static void copy(Found found, Path database, long total, BackupProgress progress) throws IOException {
        long[] done = {total / 2};
        for (Entry entry : found.backup().entries()) {
            Path file = found.folder().path(found.backup(), entry);
            HashedFile copied = HashedFile.copy(
                    file, database.resolve(entry.name()), bytes -> progress.advance(done[0] += bytes, total));
            require(entry, file, copied);
        }
    }

    /** Moves the database first and its format last: a folder without a format is no data folder yet. */
    private static void end(Path draft, Path data) throws IOException {
        Files.move(draft.resolve("rocksdb"), data.resolve("rocksdb"));
        DataFolder.syncFolders(List.of(data));
        Files.move(draft.resolve("format"), data.resolve("format"));
        BackupFolder.deleteAll(draft);
        DataFolder.syncFolders(List.of(data));
    }
}
