package dev.mayfly.test.conformance.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a user's test has on its class path, nothing of the server, and the older Java that it may run on. */
final class KitClassPath {
    /** The oldest Java that the test kit is for. */
    static final String OLDEST_JAVA = "17";

    static final String JUNIT_5 = "junit-platform-console-standalone-1.10.5.jar";
    static final String JUNIT_6 = "junit-platform-console-standalone-6.1.3.jar";

    private static final List<String> LIBRARIES =
            List.of("jackson-core-", "jspecify-", "mongodb-driver-", "bson-", "slf4j-api-");

    private KitClassPath() {}

    static String with(Path... more) {
        return Stream.concat(
                        entries().filter(KitClassPath::isOfATest),
                        Stream.of(more).map(Path::toString))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Stream<String> entries() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    private static boolean isOfATest(String entry) {
        String name = Path.of(entry).getFileName().toString();
        return isKit(entry) || LIBRARIES.stream().anyMatch(name::startsWith);
    }

    private static boolean isKit(String entry) {
        return entry.contains("/test/testkit/")
                || Path.of(entry).getFileName().toString().startsWith("mayfly-junit-");
    }

    /** The jar of the test kit, or the folder of its classes where it is not packed. */
    static Path kit() {
        return Path.of(entries().filter(KitClassPath::isKit).findFirst().orElseThrow());
    }

    /** A version of JUnit, whole in a jar, which Maven has copied before the tests. */
    static Path junit(String console) {
        Path jar = Path.of("target/junit", console).toAbsolutePath();
        if (!Files.exists(jar)) {
            throw new AssertionError("Maven copies it before the tests: " + jar);
        }
        return jar;
    }

    /** The home of the oldest JDK that the kit is for, where the system has one. */
    static Optional<Path> oldestJdk() throws IOException {
        Path found = null;
        try (Stream<Path> installed = Files.list(Path.of("/usr/lib/jvm"))) {
            for (Path jdk : installed.sorted().toList()) {
                Path release = jdk.resolve("release");
                if (Files.exists(release)
                        && Files.readString(release).contains("JAVA_VERSION=\"" + OLDEST_JAVA + ".")) {
                    found = jdk;
                }
            }
        } catch (NoSuchFileException _) {
            // Another system keeps its JDKs elsewhere.
        }
        return Optional.ofNullable(found);
    }
}
