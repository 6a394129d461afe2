package dev.mayfly.store.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.store.api.BackupException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder in which the backups of a store lie, one beside the other. */
final class BackupFolder implements AutoCloseable {
    /*
     *     mayfly-backups            one line, "mayfly-backup 1": the folder is ours, and what is in it may be added to
     *     lock                      held while a backup is written
     *     files/IDENTITY-BYTES.sst  tables, each once for all backups that hold it; a table never changes
     *     000001/manifest           what the first backup consists of; written last, before its folder gets its name
     *     000001/CURRENT ...        the files that are its alone
     *     000002.new/               one that has not ended, and is worth nothing
     */
    private static final String MARK = "mayfly-backups";
    private static final String MANIFEST = "manifest";
    private static final String UNFINISHED = ".new";
    private static final int DIGITS = 6;

    private final Path folder;
    private final @Nullable FileChannel lock;

    private @Nullable Map<String, String> hashes;

    private BackupFolder(Path folder, @Nullable FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /** Makes the folder if there is none, and keeps other backups out of it. */
    static BackupFolder forWriting(Path folder) throws IOException {
        Files.createDirectories(folder, DataFolder.ownerOnly());
        boolean ours = Files.exists(folder.resolve(MARK));
        if (!ours && !isEmpty(folder)) {
            throw new BackupException(folder + " holds something else than backups", null);
        }
        FileChannel channel = lock(folder);
        if (!ours) {
            Files.writeString(folder.resolve(MARK), BackupManifest.FIRST_LINE + "\n");
        }
        BackupFolder opened = new BackupFolder(folder, channel);
        Files.createDirectories(opened.files(), DataFolder.ownerOnly());
        opened.clearUnfinished();
        return opened;
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.allMatch(file -> file.endsWith("lock"));
        }
    }

    private static FileChannel lock(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException held) {
            // This very process writes a backup to it; it is said below.
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
        if (lock == null) {
            throw new BackupException("another backup is being written to " + folder, null);
        }
        return channel;
    }

    private void clearUnfinished() throws IOException {
        List<Path> all;
        try (Stream<Path> here = Files.list(folder);
                Stream<Path> tables = Files.list(files())) {
            all = Stream.concat(here, tables)
                    .filter(file -> file.getFileName().toString().endsWith(UNFINISHED))
                    .toList();
        }
        for (Path each : all) {
            deleteAll(each);
        }
    }

    /** Opens one for reading: a folder of backups, of which the latest is meant, or one of them. */
    static BackupFolder forReading(Path folder) {
        if (!Files.exists(folder.resolve(MARK))) {
            throw new BackupException("there are no backups in " + folder, null);
        }
        return new BackupFolder(folder, null);
    }

    /** Returns the backup that a path means: the latest in a folder of backups, or the one whose own folder it is. */
    static Found find(Path path) {
        Path parent = path.toAbsolutePath().normalize().getParent();
        if (Files.exists(path.resolve(MANIFEST)) && parent != null) {
            BackupFolder folder = forReading(parent);
            return new Found(folder, folder.read(path));
        }
        BackupFolder folder = forReading(path);
        List<BackupManifest> backups = folder.backups();
        if (backups.isEmpty()) {
            throw new BackupException("no backup in " + path + " has ended", null);
        }
        return new Found(folder, backups.getLast());
    }

    /** One backup of a folder. */
    record Found(BackupFolder folder, BackupManifest backup) {}

    /** Returns all completed backups, the oldest first. */
    List<BackupManifest> backups() {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(each -> Files.exists(each.resolve(MANIFEST))
                            && !each.getFileName().toString().endsWith(UNFINISHED))
                    .sorted()
                    .map(this::read)
                    .toList();
        } catch (IOException failure) {
            throw new BackupException("the backups in " + folder + " cannot be listed", failure);
        }
    }

    private BackupManifest read(Path backup) {
        Path file = backup.resolve(MANIFEST);
        try {
            return BackupManifest.parse(new String(Files.readAllBytes(file), UTF_8), file.toString());
        } catch (IOException failure) {
            throw new BackupException("cannot read " + file, failure);
        }
    }

    /** The checksum that an earlier backup has of a table, or null if none holds it. */
    @Nullable
    String hashOf(String table) {
        Map<String, String> known = hashes;
        if (known == null) {
            known = new HashMap<>();
            for (BackupManifest backup : backups()) {
                for (BackupManifest.Entry entry : backup.entries()) {
                    known.put(entry.file(), entry.sha256());
                }
            }
            hashes = known;
        }
        return known.get(table);
    }

    /** The number of the next backup. */
    int nextNumber() {
        List<BackupManifest> backups = backups();
        return backups.isEmpty() ? 1 : backups.getLast().number() + 1;
    }

    Path files() {
        return folder.resolve("files");
    }

    Path path(BackupManifest backup, BackupManifest.Entry entry) {
        return entry.shared()
                ? files().resolve(entry.file())
                : own(backup.number()).resolve(entry.file());
    }

    private Path own(int number) {
        return folder.resolve(String.format(Locale.ROOT, "%0" + DIGITS + "d", number));
    }

    /** Returns the folder for the files of a backup in progress. */
    Path begin(int number) throws IOException {
        return Files.createDirectory(unfinished(own(number)), DataFolder.ownerOnly());
    }

    static Path unfinished(Path file) {
        return file.resolveSibling(file.getFileName() + UNFINISHED);
    }

    /** Completes a backup whose files are all there, so that it counts. */
    void end(BackupManifest backup) throws IOException {
        Path own = own(backup.number());
        Path manifest = unfinished(own).resolve(MANIFEST);
        try (FileChannel channel =
                FileChannel.open(manifest, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            channel.write(UTF_8.encode(backup.text()));
            channel.force(true);
        }
        DataFolder.syncFolders(List.of(files(), unfinished(own)));
        Files.move(unfinished(own), own);
        DataFolder.syncFolders(List.of(folder));
    }

    /** Deletes a file, or a folder of files. */
    static void deleteAll(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> walk = Files.walk(path)) {
            all = walk.sorted((one, other) -> other.compareTo(one)).toList();
        }
        for (Path each : all) {
            Files.delete(each);
        }
    }

    @Override
    public void close() {
        if (lock != null) {
            try {
                lock.close();
            } catch (IOException _) {
                // Nothing was written through it, and the lock ends with the process.
            }
        }
    }
}
