package dev.mayfly.test.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The archive of a release, which is unpacked once for each content. The folder carries the checksum in its name and gets that
 * name when it is complete, so any number of tests may ask at once, and one that is killed leaves nothing that is taken for
 * whole.
 */
final class ReleaseArchive {
    private static final int NAME_DIGITS = 16;
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path archive;

    ReleaseArchive(Path archive) {
        this.archive = archive;
    }

    /** Returns the folder of the release within the cache. */
    Path unpackInto(Path cache) {
        try {
            Path whole = cache.resolve(checksum().substring(0, NAME_DIGITS));
            if (!Files.isDirectory(whole)) {
                Files.createDirectories(cache);
                unpack(Files.createTempDirectory(cache, "unpacking"), whole);
            }
            return onlyFolder(whole);
        } catch (IOException failure) {
            throw new UncheckedIOException("the release " + archive + " cannot be unpacked", failure);
        }
    }

    private void unpack(Path part, Path whole) throws IOException {
        // tar keeps the times and modes of files, which the launcher and the archive of classes need.
        Process tar = new ProcessBuilder(List.of("tar", "-xzf", archive.toString(), "-C", part.toString()))
                .redirectErrorStream(true)
                .start();
        tar.getOutputStream().close();
        String output = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (exitOf(tar) != 0) {
            delete(part);
            throw new IOException(output.strip());
        }
        try {
            Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException another) {
            delete(part);
        }
    }

    private static int exitOf(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a release was unpacked", interrupted);
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.delete(each);
        }
    }

    private static Path onlyFolder(Path whole) throws IOException {
        try (Stream<Path> inside = Files.list(whole)) {
            List<Path> folders = inside.toList();
            if (folders.size() != 1) {
                throw new IOException(whole + " has " + folders.size() + " entries, not the one folder of a release");
            }
            return folders.get(0);
        }
    }

    private String checksum() throws IOException {
        try (DigestInputStream stream = new DigestInputStream(Files.newInputStream(archive), sha256())) {
            drain(stream);
            StringBuilder hex = new StringBuilder();
            for (byte each : stream.getMessageDigest().digest()) {
                hex.append(String.format("%02x", each));
            }
            return hex.toString();
        }
    }

    private static void drain(InputStream stream) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        while (stream.read(buffer) >= 0) {
            // The digest is fed by reading.
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
