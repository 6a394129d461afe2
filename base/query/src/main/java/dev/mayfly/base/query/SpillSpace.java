package dev.mayfly.base.query;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * A folder for rows that do not fit in memory. Files are removed when their writers are done, and the leftovers of a
 * process when the next one begins. Safe for concurrent use.
 */
public final class SpillSpace {
    private final Path folder;
    private final long bytesMax;
    private final AtomicLong bytes = new AtomicLong();

    private SpillSpace(Path folder, long bytesMax) {
        this.folder = folder;
        this.bytesMax = bytesMax;
    }

    /**
     * Takes a folder over, which it empties and makes when it is needed.
     *
     * @param bytesMax how much all operators together may put there
     */
    public static SpillSpace at(Path folder, long bytesMax) {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path left : files.toList()) {
                    Files.deleteIfExists(left);
                }
            } catch (IOException failure) {
                throw new SpillException("the files of an earlier process cannot be removed from " + folder, failure);
            }
        }
        return new SpillSpace(folder, bytesMax);
    }

    SpillFile create() {
        try {
            Files.createDirectories(folder);
            return SpillFile.create(Files.createTempFile(folder, "rows", ".spill"), this);
        } catch (IOException failure) {
            throw new SpillException("no file can be made in " + folder, failure);
        }
    }

    void take(long more) {
        if (bytes.addAndGet(more) > bytesMax) {
            bytes.addAndGet(-more);
            throw new SpillException("operations need more than " + bytesMax + " bytes of disk together", null);
        }
    }

    void give(long back) {
        bytes.addAndGet(-back);
    }

    /** Returns the current size of its files. */
    public long bytes() {
        return bytes.get();
    }

    /** The files that are there; for tests. */
    public List<Path> files() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }
}
