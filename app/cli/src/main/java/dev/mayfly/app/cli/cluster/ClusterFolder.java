package dev.mayfly.app.cli.cluster;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a cluster: what the nodes of Cassandra keep, and the logs of all processes.
 *
 * @param isTemporary whether it goes with the cluster
 */
record ClusterFolder(Path path, boolean isTemporary) {
    /** Takes this folder, or makes a temporary one if it is null. */
    static ClusterFolder of(@Nullable Path data) throws IOException {
        return data == null
                ? new ClusterFolder(Files.createTempDirectory("mayfly-cluster"), true)
                : new ClusterFolder(Files.createDirectories(data).toRealPath(), false);
    }

    Path cassandra() {
        return path.resolve("cassandra");
    }

    Path server(int number) {
        return path.resolve("server" + number);
    }

    void delete() throws IOException {
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
