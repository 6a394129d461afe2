package dev.mayfly.test.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A small file system of its own, mounted over a folder for as long as it is open. */
public final class TinyDisk implements AutoCloseable {
    private final Path folder;

    private TinyDisk(Path folder) {
        this.folder = folder;
    }

    /** Skips the test, loudly, where mounting is not allowed. */
    public static TinyDisk over(Path folder, String size) throws InterruptedException {
        boolean mounted = Commands.succeeds("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", folder.toString());
        if (!mounted) {
            System.err.println("SKIPPED: a full file system cannot be tried here, since mounting one is not allowed");
        }
        assumeTrue(mounted, "mounting a file system is not allowed here");
        return new TinyDisk(folder);
    }

    public Path folder() {
        return folder;
    }

    /** Gives the space back that {@link #leave} took. */
    public void relieve() throws IOException {
        Files.deleteIfExists(folder.resolve("ballast"));
    }

    /** Fills the disk so that at most this number of bytes is free; what it took before, it keeps. */
    public void leave(long bytes) throws IOException {
        long surplus = Files.getFileStore(folder).getUsableSpace() - bytes;
        if (surplus > 0) {
            Files.write(
                    folder.resolve("ballast"),
                    new byte[Math.toIntExact(surplus)],
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
    }

    @Override
    public void close() {
        try {
            Commands.succeeds("umount", folder.toString());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
