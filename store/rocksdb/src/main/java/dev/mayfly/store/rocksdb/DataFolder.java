package dev.mayfly.store.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.StoreException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder in which a server keeps its data: locked while it is open, and of a format that this release knows. */
final class DataFolder implements AutoCloseable {
    /*
     *     format     one line, "mayfly-data 1": written when the database has been created, so that a folder without it
     *                holds nothing yet
     *     lock       held by the process that has the folder open; holds its number
     *     rocksdb/   the database
     *     backup/    hard links to what a running backup copies
     *     restoring/ what a restore that has not ended has come to
     */
    static final int FORMAT = 1;

    static final String RESTORING = "restoring";

    private static final String FORMAT_WORD = "mayfly-data ";

    private final Path folder;
    private final FileChannel lockChannel;
    private final boolean isNew;

    private DataFolder(Path folder, FileChannel lockChannel, boolean isNew) {
        this.folder = folder;
        this.lockChannel = lockChannel;
        this.isNew = isNew;
    }

    /** Creates the folder if need be, for its owner alone, locks it and reads its format. */
    static DataFolder open(Path folder) {
        FileChannel channel = null;
        try {
            Files.createDirectories(folder, ownerOnly());
            channel = lock(folder);
            DataFolder opened = new DataFolder(folder, channel, readFormat(folder));
            channel = null;
            return opened;
        } catch (IOException failure) {
            throw new StoreException(
                    Reason.UNAVAILABLE, "cannot open the data folder " + folder + ": " + failure, failure);
        } finally {
            closeQuietly(channel);
        }
    }

    static FileAttribute<?>[] ownerOnly() {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }

    private static FileChannel lock(Path folder) throws IOException {
        Path file = folder.resolve("lock");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException held) {
            // This very process has it open; it is said below.
        } finally {
            if (lock == null) {
                closeQuietly(channel);
            }
        }
        if (lock == null) {
            String owner = Files.readString(file, UTF_8).strip();
            throw new StoreException(
                    Reason.LOCKED,
                    "the data folder " + folder + " is in use" + (owner.isEmpty() ? "" : " by process " + owner),
                    null);
        }
        try {
            channel.truncate(0);
            channel.write(UTF_8.encode(ProcessHandle.current().pid() + "\n"));
        } catch (IOException _) {
            // The number is for people. On a full disk it does not fit, and what is stored can be read all the same.
        }
        return channel;
    }

    /** Returns true if the folder is new. */
    private static boolean readFormat(Path folder) throws IOException {
        String line;
        try {
            // Bytes that are no text are damage, which the strict ways to read a text take for trouble with the disk.
            line = new String(Files.readAllBytes(folder.resolve("format")), UTF_8).strip();
        } catch (NoSuchFileException none) {
            refuseRestoring(folder);
            clearUnfinished(folder);
            return true;
        }
        int format = parseFormat(line);
        if (format > FORMAT) {
            throw new StoreException(
                    Reason.NEWER_FORMAT,
                    "the data folder " + folder + " has format " + format + "; this release knows up to " + FORMAT,
                    null);
        }
        if (format < 1) {
            throw new StoreException(Reason.CORRUPT, "damaged file " + folder.resolve("format"), null);
        }
        return false;
    }

    private static void refuseRestoring(Path folder) {
        if (Files.exists(folder.resolve(RESTORING))) {
            throw new StoreException(
                    Reason.UNAVAILABLE, "a restore into " + folder + " has not ended; run it again", null);
        }
    }

    private static int parseFormat(String line) {
        try {
            return line.startsWith(FORMAT_WORD) ? Integer.parseInt(line.substring(FORMAT_WORD.length())) : 0;
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    /** A creation that did not end is begun again: nothing was acknowledged yet. But data must not be taken for that. */
    private static void clearUnfinished(Path folder) throws IOException {
        Path database = folder.resolve("rocksdb");
        if (!Files.isDirectory(database)) {
            return;
        }
        try (Stream<Path> listing = Files.list(database)) {
            List<Path> files = listing.toList();
            for (Path file : files) {
                refuseData(folder, file);
            }
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }

    private static void refuseData(Path folder, Path file) throws IOException {
        String name = file.getFileName().toString();
        if (name.endsWith(".sst") || (name.endsWith(".log") && Files.size(file) > 0)) {
            throw new StoreException(
                    Reason.CORRUPT, "the file " + folder.resolve("format") + " is missing, but there is data", null);
        }
    }

    Path path() {
        return folder;
    }

    /** The folder for the hard links of a running backup. */
    Path backup() {
        return folder.resolve("backup");
    }

    Path database() {
        return folder.resolve("rocksdb");
    }

    /** Returns true if nothing has been stored in it yet. */
    boolean isNew() {
        return isNew;
    }

    /** Records that the database exists; from now on it must never be created again. */
    void markCreated() {
        if (!isNew) {
            return;
        }
        try {
            writeFormat(folder);
        } catch (IOException failure) {
            throw new StoreException(Reason.UNAVAILABLE, "cannot write in the data folder " + folder, failure);
        }
    }

    /** Makes a folder with a database a data folder. */
    static void writeFormat(Path folder) throws IOException {
        Path draft = folder.resolve("format.new");
        try (FileChannel channel = FileChannel.open(
                draft, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            channel.write(ByteBuffer.wrap((FORMAT_WORD + FORMAT + "\n").getBytes(UTF_8)));
            channel.force(true);
        }
        Files.move(draft, folder.resolve("format"), StandardCopyOption.ATOMIC_MOVE);
        syncFolders(List.of(folder, folder.resolve("rocksdb")));
    }

    /** The size of all files of the database; one that vanishes meanwhile counts for nothing. */
    long usedBytes() {
        long bytes = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(database())) {
            for (Path file : files) {
                bytes += sizeOf(file);
            }
            return bytes;
        } catch (IOException | DirectoryIteratorException failure) {
            throw new StoreException(Reason.UNAVAILABLE, "cannot read the folder " + database(), failure);
        }
    }

    private static long sizeOf(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException _) {
            return 0;
        }
    }

    static void syncFolders(List<Path> folders) throws IOException {
        for (Path each : folders) {
            try (FileChannel channel = FileChannel.open(each, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    @Override
    public void close() {
        closeQuietly(lockChannel);
    }

    private static void closeQuietly(@Nullable FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException _) {
                // Nothing was written through it that matters, and the lock ends with the process.
            }
        }
    }
}
