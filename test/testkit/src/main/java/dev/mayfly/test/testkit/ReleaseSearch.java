package dev.mayfly.test.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Finds the release that servers are started from: the folder or archive that was named, or else the archive of this
 * version in the local Maven repository.
 *
 * @param named a folder or an archive; empty if nobody has said
 * @param repository the local Maven repository
 * @param cache where archives are unpacked
 * @param version of this artifact
 * @param system the classifier of archives that bring a run-time image for this machine; empty if there is none
 */
record ReleaseSearch(String named, Path repository, Path cache, String version, String system) {
    /** The system property that names a release: an unpacked one, its archive, or a checkout. */
    static final String PROPERTY = "mayfly.home";

    /** The environment variable that does so where the property is not set. */
    static final String VARIABLE = "MAYFLY_HOME";

    static final String LAUNCHER = "mayfly";
    private static final String ARTIFACT = "mayfly-release";
    private static final List<String> SUFFIXES = List.of(".tar.gz", ".tgz");

    static ReleaseSearch ofProcess() {
        Path home = Path.of(System.getProperty("user.home"));
        String named = System.getProperty(PROPERTY, "");
        return new ReleaseSearch(
                named.isEmpty() ? variable(VARIABLE, "") : named,
                Path.of(System.getProperty(
                        "maven.repo.local", home.resolve(".m2/repository").toString())),
                Path.of(variable("XDG_CACHE_HOME", home.resolve(".cache").toString()), "mayfly", "releases"),
                ownVersion(),
                isLinuxX64() ? "linux-x86_64" : "");
    }

    private static String variable(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? otherwise : value;
    }

    private static boolean isLinuxX64() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).equals("linux")
                && System.getProperty("os.arch").equals("amd64");
    }

    private static String ownVersion() {
        Properties properties = new Properties();
        try (InputStream stream = ReleaseSearch.class.getResourceAsStream("testkit.properties")) {
            if (stream != null) {
                properties.load(stream);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("the version of mayfly-junit cannot be read", failure);
        }
        return properties.getProperty("version", "");
    }

    /** The launcher of the release; throws {@link IllegalStateException} that says what to do if there is none. */
    Path launcher() {
        if (!named.isEmpty()) {
            Path place = Path.of(named).toAbsolutePath();
            return isArchive(place) ? launcherOf(unpacked(place)) : launcherOf(place);
        }
        Path archive = installed()
                .orElseThrow(() -> new IllegalStateException("no server for this test: this is Java "
                        + Runtime.version().feature()
                        + " without mayfly-embedded, so the server is a process, and no release of"
                        + " it was found. Set the system property " + PROPERTY + " or the environment variable "
                        + VARIABLE
                        + " to an unpacked release, its archive or a checkout, or have ./mayfly testkit put one into "
                        + repository));
        return launcherOf(unpacked(archive));
    }

    private static boolean isArchive(Path place) {
        return SUFFIXES.stream().anyMatch(place.toString()::endsWith);
    }

    private static Path launcherOf(Path home) {
        Path launcher = home.resolve(LAUNCHER);
        if (!Files.isExecutable(launcher)) {
            throw new IllegalStateException("no server for this test: there is no launcher " + launcher);
        }
        return launcher;
    }

    private Optional<Path> installed() {
        Path folder = repository.resolve("dev/mayfly").resolve(ARTIFACT).resolve(version);
        String name = ARTIFACT + "-" + version;
        return Stream.of(system.isEmpty() ? "" : "-" + system, "")
                .map(classifier -> folder.resolve(name + classifier + ".tar.gz"))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    private Path unpacked(Path archive) {
        return new ReleaseArchive(archive).unpackInto(cache);
    }
}
