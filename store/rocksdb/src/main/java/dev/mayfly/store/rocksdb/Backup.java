package dev.mayfly.store.rocksdb;

import static dev.mayfly.store.rocksdb.Natives.opened;

import dev.mayfly.store.api.BackupException;
import dev.mayfly.store.api.BackupProgress;
import dev.mayfly.store.api.BackupSummary;
import dev.mayfly.store.rocksdb.BackupManifest.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One backup while it is written. */
final class Backup implements AutoCloseable {
    /*
     * RocksDB links the files of one moment into a folder beside the database: tables never change, so links will do, and
     * the rest, a list of files and the log behind them, is copied by it. From then on the database goes on and the links
     * are copied into the target. A table is known by its end (HashedFile.identityOfTable), so one that is there already
     * costs 4 KiB to read. Each copy is read once more: tables block by block against their own checksums, which also
     * finds what was damaged before, and other files against the hash of what was read.
     *
     * A backup that does not end leaves tables, which the next one copies anew, and a folder NUMBER.new, which the
     * next one deletes. The manifest is what makes it a backup.
     */
    private static final Logger LOG = LoggerFactory.getLogger(Backup.class);
    private static final String TABLE = ".sst";

    private final Path links;
    private final BackupFolder target;
    private int copiedFiles;
    private long copiedBytes;
    private long done;

    Backup(DataFolder source, Path target) {
        this.links = source.backup();
        refuseInside(source.path(), target);
        try {
            BackupFolder.deleteAll(links);
            this.target = BackupFolder.forWriting(target);
        } catch (IOException failure) {
            throw new BackupException("cannot write a backup to " + target + ": " + failure, failure);
        }
    }

    private static void refuseInside(Path data, Path target) {
        Path normal = target.toAbsolutePath().normalize();
        if (normal.startsWith(data.toAbsolutePath().normalize())) {
            throw new BackupException("a backup inside the data folder " + data + " would go with it", null);
        }
    }

    /** The folder into which the files of the moment are linked. */
    Path links() {
        return links;
    }

    BackupSummary write(Map<String, String> facts, BackupProgress progress) {
        try {
            int number = target.nextNumber();
            Path own = target.begin(number);
            List<Path> files = files();
            long total = 0;
            for (Path file : files) {
                total += Files.size(file);
            }
            List<Entry> entries = new ArrayList<>();
            for (Path file : files) {
                entries.add(keep(file, own, total, progress));
            }
            BackupManifest backup = new BackupManifest(number, DataFolder.FORMAT, facts, entries);
            target.end(backup);
            return new BackupSummary(number, entries.size(), backup.bytes(), copiedFiles, copiedBytes);
        } catch (IOException failure) {
            throw new BackupException("the backup could not be written: " + failure, failure);
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(links)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private Entry keep(Path file, Path own, long total, BackupProgress progress) throws IOException {
        String name = file.getFileName().toString();
        if (!name.endsWith(TABLE)) {
            HashedFile copied = copy(file, own.resolve(name), total, progress);
            if (!HashedFile.read(own.resolve(name), _ -> {}).equals(copied)) {
                throw new IOException("what was written to " + own.resolve(name) + " cannot be read back");
            }
            return new Entry(false, copied.sha256(), copied.bytes(), name, name);
        }
        String identity = HashedFile.identityOfTable(file);
        Path kept = target.files().resolve(identity);
        String known = Files.exists(kept) ? target.hashOf(identity) : null;
        if (known != null && Files.size(kept) == Files.size(file)) {
            advance(Files.size(file), total, progress);
            return new Entry(true, known, Files.size(file), name, identity);
        }
        Files.deleteIfExists(kept);
        HashedFile copied = copyTable(file, kept, total, progress);
        return new Entry(true, copied.sha256(), copied.bytes(), name, identity);
    }

    private HashedFile copyTable(Path file, Path kept, long total, BackupProgress progress) throws IOException {
        Path draft = BackupFolder.unfinished(kept);
        HashedFile copied = copy(file, draft, total, progress);
        try {
            verifyBlocks(draft);
        } catch (RocksDBException damage) {
            throw new BackupException("damaged file " + file + ": " + damage.getMessage(), damage);
        }
        Files.move(draft, kept);
        return copied;
    }

    private HashedFile copy(Path file, Path copy, long total, BackupProgress progress) throws IOException {
        HashedFile copied = HashedFile.copy(file, copy, bytes -> advance(bytes, total, progress));
        copiedFiles++;
        copiedBytes += copied.bytes();
        return copied;
    }

    private void advance(long bytes, long total, BackupProgress progress) {
        done += bytes;
        progress.advance(done, total);
    }

    private static void verifyBlocks(Path table) throws RocksDBException {
        Options options = opened(new Options());
        SstFileReader reader = opened(new SstFileReader(options));
        try {
            reader.open(table.toString());
            reader.verifyChecksum();
        } finally {
            Natives.close(reader);
            Natives.close(options);
        }
    }

    @Override
    public void close() {
        target.close();
        try {
            BackupFolder.deleteAll(links);
        } catch (IOException failure) {
            LOG.warn("the links in {} could not be removed; they hold space until the next backup", links, failure);
        }
    }
}
