package dev.mayfly.test.conformance.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.harness.PageExamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The script of the example with Gradle names what {@code ./mayfly testkit} installs, and the guide to testing shows its lines. */
final class GradleExampleTest {
    private static final Path REPOSITORY = Path.of("../..");
    private static final Path SCRIPT = REPOSITORY.resolve("examples/gradle-junit/build.gradle.kts");
    private static final Pattern COORDINATES = Pattern.compile("\"([\\w.]+):([\\w-]+)(?::([^\"]+))?\"");
    private static final Pattern INSTALLED = Pattern.compile("-pl (test/\\S+) -am install");

    private record Coordinates(String group, String artifact, String version) {}

    private static List<Coordinates> named() throws IOException {
        return COORDINATES
                .matcher(Files.readString(SCRIPT))
                .results()
                .map(found ->
                        new Coordinates(found.group(1), found.group(2), found.group(3) == null ? "" : found.group(3)))
                .toList();
    }

    @Test
    void everythingOfOursIsInstalledAndHasItsVersionFromTheBom() throws IOException {
        String bom = Files.readString(REPOSITORY.resolve("test/bom/pom.xml"));
        Map<String, String> versions = new HashMap<>();
        for (Coordinates each : named()) {
            if (each.group().equals("dev.mayfly")) {
                versions.put(each.artifact(), each.version());
            }
        }
        assertEquals(Map.of("mayfly-bom", first(bom, "version"), "mayfly-junit", ""), versions);
        assertTrue(dependencies(bom).contains("mayfly-junit"), bom);
        assertTrue(installed().containsAll(versions.keySet()), () -> "installed are " + versions);
    }

    /** The artifacts that the launcher lets Maven install by name. */
    private static Set<String> installed() throws IOException {
        Matcher modules = INSTALLED.matcher(Files.readString(REPOSITORY.resolve("mayfly")));
        assertTrue(modules.find(), "the launcher installs modules");
        Set<String> artifacts = new HashSet<>();
        for (String module : modules.group(1).split(",")) {
            String pom = Files.readString(REPOSITORY.resolve(module).resolve("pom.xml"));
            artifacts.add(own(pom));
            if (!module.equals("test/bom")) {
                // With -am come those that it depends on.
                artifacts.addAll(dependencies(pom));
            }
        }
        return artifacts;
    }

    private static String own(String pom) {
        return first(pom.replaceFirst("(?s)<parent>.*</parent>", ""), "artifactId");
    }

    private static Set<String> dependencies(String pom) {
        Set<String> artifacts = new HashSet<>();
        Matcher dependency = Pattern.compile("<groupId>dev.mayfly</groupId>\\s*<artifactId>(.+)</artifactId>")
                .matcher(pom.replaceFirst("(?s)^.*?<dependencies>", ""));
        while (dependency.find()) {
            artifacts.add(dependency.group(1));
        }
        return artifacts;
    }

    private static String first(String pom, String element) {
        Matcher found =
                Pattern.compile("<" + element + ">(.+)</" + element + ">").matcher(pom);
        assertTrue(found.find(), element);
        return found.group(1);
    }

    /** Maven's build of the same version has tested the kit with these. */
    @Test
    void otherVersionsAreThoseOfTheBuild() throws IOException {
        String root = Files.readString(REPOSITORY.resolve("pom.xml"));
        Map<String, String> versions = new HashMap<>();
        for (Coordinates each : named()) {
            if (!each.group().equals("dev.mayfly") && !each.version().isEmpty()) {
                versions.put(each.artifact(), each.version());
            }
        }
        assertEquals(
                Map.of("mongodb-driver-sync", first(root, "bson.version"), "junit-bom", first(root, "junit.version")),
                versions);
    }

    @Test
    void guideShowsLinesOfTheScript() throws IOException {
        String shown = PageExamples.of(REPOSITORY.resolve("docs/guides/testing.md")).stream()
                .filter(block -> block.language().equals("kotlin"))
                .map(PageExamples.Block::text)
                .findFirst()
                .orElseThrow();
        List<String> script = Files.readAllLines(SCRIPT);
        assertEquals(
                List.of(), shown.lines().filter(line -> !script.contains(line)).toList());
        assertTrue(shown.contains("mayfly-junit"), shown);
    }
}
