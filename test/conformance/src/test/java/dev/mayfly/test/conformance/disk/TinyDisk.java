package dev.mayfly.test.conformance.disk;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small file system of its own, mounted over a folder for as long as it is open. */
final class TinyDisk implements AutoCloseable {
    private final Path folder;

    private TinyDisk(Path folder) {
        this.folder = folder;
    }

    /** Skips the test, loudly, where mounting is not allowed. */
    static TinyDisk over(Path folder, String size) throws InterruptedException {
        boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", folder.toString());
        if (!mounted) {
            System.err.println("SKIPPED: a full file system cannot be tried here, since mounting one is not allowed");
        }
        assumeTrue(mounted, "mounting a file system is not allowed here");
        return new TinyDisk(folder);
    }

    Path folder() {
        return folder;
    }

    /** Fills it so that only so many bytes are free. */
    void leave(long bytes) throws IOException {
        long surplus = Files.getFileStore(folder).getUsableSpace() - bytes;
        if (surplus > 0) {
            Files.write(folder.resolve("ballast"), new byte[Math.toIntExact(surplus)]);
        }
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException _) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            run("umount", folder.toString());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
