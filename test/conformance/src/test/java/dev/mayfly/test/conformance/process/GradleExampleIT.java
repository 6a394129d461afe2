package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.mayfly.test.harness.Folders;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example with Gradle: by Gradle where there is one, and its sources alone everywhere. */
@Tag("slow")
final class GradleExampleIT {
    private static final Path REPOSITORY = Path.of("../..").toAbsolutePath().normalize();
    private static final Path EXAMPLE = REPOSITORY.resolve("examples/gradle-junit");
    private static final int GRADLE_MIN = 8;
    private static final Pattern GRADLE_VERSION = Pattern.compile("(?m)^Gradle (\\d+)");

    /** The repository of this machine's Maven has what the build has downloaded, so that Gradle need not ask the network. */
    private static final String INIT = """
            allprojects {
                repositories {
                    maven {
                        url = uri('%s')
                        metadataSources {
                            mavenPom()
                            artifact()
                            ignoreGradleMetadataRedirection()
                        }
                    }
                }
            }
            """;

    @TempDir
    private Path folder = Path.of("");

    private record Ended(int exitCode, String output) {}

    @Test
    void sourcesPassTheirTestsWithoutGradle() throws Exception {
        Path junit = KitClassPath.junit(KitClassPath.JUNIT_6);
        Path classes = folder.resolve("classes");
        List<String> options = new ArrayList<>(List.of(
                "--release",
                KitClassPath.OLDEST_JAVA,
                "-proc:none",
                "-cp",
                KitClassPath.with(junit),
                "-d",
                classes.toString()));
        Folders.files(EXAMPLE.resolve("src")).forEach(source -> options.add(source.toString()));
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new)));
        ReleaseFolder release = ReleaseFolder.in(folder);
        Ended ended = run(
                List.of(
                        home().resolve("bin/java").toString(),
                        "-cp",
                        KitClassPath.with(junit, classes),
                        "org.junit.platform.console.ConsoleLauncher",
                        "execute",
                        "--disable-banner",
                        "--disable-ansi-colors",
                        "--scan-class-path",
                        classes.toString()),
                folder,
                Map.of("MAYFLY_HOME", release.home().toString()));
        assertEquals(0, ended.exitCode(), ended.output());
        assertTrue(ended.output().contains("3 tests successful"), ended.output());
        release.awaitEnd();
        assertEquals(1, release.starts());
    }

    @Test
    void gradleRunsTheTests() throws Exception {
        String gradle = gradle();
        Path copy = Folders.copy(EXAMPLE, folder.resolve("gradle-junit"));
        Path installed = install(folder.resolve("repository"));
        Path downloads = Path.of(System.getProperty("user.home"), ".m2/repository");
        Path init = Files.writeString(folder.resolve("init.gradle"), INIT.formatted(downloads.toUri()));
        ReleaseFolder release = ReleaseFolder.in(folder);
        Ended ended = run(
                List.of(
                        gradle,
                        "--no-daemon",
                        "--offline",
                        "--console=plain",
                        "--stacktrace",
                        "--gradle-user-home",
                        folder.resolve("gradle").toString(),
                        "--init-script",
                        init.toString(),
                        "-Dmaven.repo.local=" + installed,
                        "test"),
                copy,
                Map.of("MAYFLY_HOME", release.home().toString(), "JAVA_HOME", home().toString()));
        assertEquals(0, ended.exitCode(), ended.output());
        String results = Files.readString(
                copy.resolve("build/test-results/test/TEST-dev.mayfly.examples.seats.SeatReservationsTest.xml"));
        assertTrue(results.contains("tests=\"3\" skipped=\"0\" failures=\"0\" errors=\"0\""), results);
        release.awaitEnd();
    }

    /** A JDK that each version of Gradle runs on, where there is one. */
    private static Path home() throws IOException {
        return KitClassPath.oldestJdk().orElse(Path.of(System.getProperty("java.home")));
    }

    /** Lays out what {@code ./mayfly testkit} installs of the kit; the release is given by the environment. */
    private static Path install(Path repository) throws IOException {
        String version = version();
        Path kit =
                place(repository, "mayfly-junit", version, "test/testkit").resolve("mayfly-junit-" + version + ".jar");
        place(repository, "mayfly", version, ".");
        place(repository, "mayfly-bom", version, "test/bom");
        if (Files.isRegularFile(KitClassPath.kit())) {
            Files.copy(KitClassPath.kit(), kit);
        } else {
            pack(KitClassPath.kit(), kit);
        }
        return repository;
    }

    private static Path place(Path repository, String artifact, String version, String module) throws IOException {
        Path place = Files.createDirectories(
                repository.resolve("dev/mayfly").resolve(artifact).resolve(version));
        Files.copy(REPOSITORY.resolve(module).resolve("pom.xml"), place.resolve(artifact + "-" + version + ".pom"));
        return place;
    }

    private static String version() throws IOException {
        Matcher version = Pattern.compile("(?m)^  <version>(.+)</version>$")
                .matcher(Files.readString(REPOSITORY.resolve("pom.xml")));
        assertTrue(version.find());
        return version.group(1);
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Path file : Folders.files(classes)) {
                zip.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
    }

    /** Skips the test, loudly, where there is no Gradle that is new enough. */
    private String gradle() throws Exception {
        String home = System.getenv("GRADLE_HOME");
        for (String candidate : Stream.of(
                        home == null ? "" : home + File.separator + "bin" + File.separator + "gradle", "gradle")
                .filter(each -> !each.isEmpty())
                .toList()) {
            try {
                Ended told = run(List.of(candidate, "--version"), folder, Map.of("JAVA_HOME", home().toString()));
                Matcher version = GRADLE_VERSION.matcher(told.output());
                if (version.find() && Integer.parseInt(version.group(1)) >= GRADLE_MIN) {
                    return candidate;
                }
            } catch (IOException _) {
                // There is no such program.
            }
        }
        String words = "SKIPPED, NOT PASSED: examples/gradle-junit by Gradle, since there is no Gradle " + GRADLE_MIN
                + " or newer on the path or in GRADLE_HOME";
        System.err.println("*".repeat(80) + "\n" + words + "\n" + "*".repeat(80));
        return abort(words);
    }

    private static Ended run(List<String> command, Path where, Map<String, String> environment) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(where.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }
}
