package dev.mayfly.app.cassandra;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The Java 17 of this machine, by which Cassandra 5 runs: on a Java 25 it ends at once, since it sets a security manager.
 *
 * <p>Reads the {@code release} file of a folder instead of starting its {@code java}, as the launcher does for the JDK 25.
 */
public final class Java17 {
    private static final String VERSION = "JAVA_VERSION=\"17";

    private final Map<String, String> environment;
    private final Path root;

    Java17(Map<String, String> environment, Path root) {
        this.environment = environment;
        this.root = root;
    }

    /** Returns the {@code java} of version 17 that this machine has, if any. */
    public static Optional<Path> find() {
        return new Java17(System.getenv(), Path.of("/")).java();
    }

    Optional<Path> java() {
        return candidates().stream()
                .filter(Java17::is17)
                .map(home -> home.resolve("bin").resolve("java"))
                .findFirst();
    }

    private List<Path> candidates() {
        List<Path> homes = new ArrayList<>();
        for (String variable : List.of("JAVA17_HOME", "JAVA_17_HOME", "JAVA_HOME_17_X64", "JAVA_HOME")) {
            String home = environment.getOrDefault(variable, "");
            if (!home.isEmpty()) {
                homes.add(Path.of(home));
            }
        }
        homes.addAll(below("usr/lib/jvm"));
        homes.addAll(below("usr/lib64/jvm"));
        homes.addAll(below("opt/java"));
        homes.addAll(onPath());
        Path user = Path.of(environment.getOrDefault("HOME", "/nonexistent"));
        homes.addAll(list(user.resolve(".sdkman/candidates/java")));
        homes.addAll(list(user.resolve(".jdks")));
        for (Path machine : below("Library/Java/JavaVirtualMachines")) {
            homes.add(machine.resolve("Contents/Home"));
        }
        return homes;
    }

    private List<Path> below(String folder) {
        return list(root.resolve(folder));
    }

    private static List<Path> list(Path folder) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder)) {
            inside.forEach(found::add);
        } catch (IOException _) {
            // A folder that is not there holds no Java.
        }
        found.sort(null);
        return found;
    }

    private List<Path> onPath() {
        List<Path> homes = new ArrayList<>();
        for (String folder : Arrays.asList(environment.getOrDefault("PATH", "").split(File.pathSeparator))) {
            try {
                Path bin = Path.of(folder).resolve("java").toRealPath().getParent();
                if (bin != null && bin.getParent() != null) {
                    homes.add(bin.getParent());
                }
            } catch (IOException _) {
                // No java in this folder.
            }
        }
        return homes;
    }

    private static boolean is17(Path home) {
        try {
            return Files.isExecutable(home.resolve("bin").resolve("java"))
                    && Files.readAllLines(home.resolve("release")).stream().anyMatch(line -> line.startsWith(VERSION));
        } catch (IOException _) {
            return false;
        }
    }
}
