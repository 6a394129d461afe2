package dev.mayfly.app.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What dist/make.sh puts where, with jars of a few bytes and a JDK that is three scripts. */
final class ReleaseLayoutTest {
    private static final List<String> PLAIN = List.of(
            "mayfly-1.2.3/",
            "mayfly-1.2.3/LICENSE",
            "mayfly-1.2.3/README.md",
            "mayfly-1.2.3/THIRD-PARTY.txt",
            "mayfly-1.2.3/docs/",
            "mayfly-1.2.3/docs/index.html",
            "mayfly-1.2.3/lib/",
            "mayfly-1.2.3/lib/lib/",
            "mayfly-1.2.3/lib/lib/rocksdbjni-1.jar",
            "mayfly-1.2.3/lib/mayfly.jar",
            "mayfly-1.2.3/mayfly");

    private static final List<String> WITH_RUNTIME = List.of(
            "mayfly-1.2.3/",
            "mayfly-1.2.3/LICENSE",
            "mayfly-1.2.3/README.md",
            "mayfly-1.2.3/THIRD-PARTY.txt",
            "mayfly-1.2.3/docs/",
            "mayfly-1.2.3/docs/index.html",
            "mayfly-1.2.3/jre/",
            "mayfly-1.2.3/jre/bin/",
            "mayfly-1.2.3/jre/bin/java",
            "mayfly-1.2.3/lib/",
            "mayfly-1.2.3/lib/lib/",
            "mayfly-1.2.3/lib/lib/rocksdbjni-1.jar",
            "mayfly-1.2.3/lib/mayfly.jar",
            "mayfly-1.2.3/lib/mayfly.jsa",
            "mayfly-1.2.3/lib/native/",
            "mayfly-1.2.3/lib/native/librocksdbjni.so",
            "mayfly-1.2.3/mayfly");

    @TempDir
    private Path folder = Path.of("");

    private Path home = Path.of("");

    @BeforeEach
    void layOutACheckout() throws IOException {
        home = folder.resolve("a checkout");
        write("dist/make.sh", Files.readString(Path.of("../../dist/make.sh")));
        write("dist/classes.txt", "java/lang/ Object String\n");
        write("mayfly", "#!/bin/sh\n");
        write("LICENSE", "of one line\n");
        write("README.md", "# Read\n");
        write("app/docs/target/site/index.html", "<p>");
        write("target/run/sbom.json", "{}");
        write("jars/mayfly.jar", "main");
        write("jars/lib/rocksdbjni-1.jar", "of all systems");
        write("jars/generated-sources/license/THIRD-PARTY.txt", "theirs");
        script("jdk/bin/jar", "echo library >librocksdbjni-linux64.so\n");
        script("jdk/bin/jlink", """
            for word; do out=$word; done
            mkdir -p "$out/bin"
            cat >"$out/bin/java" <<'END'
            #!/bin/sh
            for word; do
                case $word in
                    -XX:SharedClassListFile=*) list=${word#*=} ;;
                    -XX:SharedArchiveFile=*) archive=${word#*=} ;;
                esac
            done
            cat "$list" >"$archive"
            END
            chmod 755 "$out/bin/java"
            """);
    }

    @Test
    void archivesHoldWhatARunNeeds() throws Exception {
        Path out = make("out");
        assertEquals(PLAIN, names(out.resolve("mayfly-1.2.3.tar.gz")));
        String sums = Files.readString(out.resolve("SHA256SUMS"));
        assertTrue(sums.contains("  mayfly-1.2.3.tar.gz\n") && sums.contains("  mayfly-1.2.3-sbom.json\n"), sums);
        if (isLinuxOnX64()) {
            Path archive = out.resolve("mayfly-1.2.3-linux-x86_64.tar.gz");
            assertEquals(WITH_RUNTIME, names(archive));
            assertEquals(
                    "java/lang/Object\njava/lang/String\n",
                    output("tar", "-xzOf", archive.toString(), "mayfly-1.2.3/lib/mayfly.jsa"));
        }
    }

    @Test
    void archivesMadeTwiceAreEqualAndSayNothingOfTheirMaker() throws Exception {
        Path one = make("one");
        Files.setLastModifiedTime(home.resolve("LICENSE"), FileTime.fromMillis(0));
        Path two = make("another folder");
        for (String name : List.of("mayfly-1.2.3.tar.gz", "SHA256SUMS")) {
            assertArrayEquals(Files.readAllBytes(one.resolve(name)), Files.readAllBytes(two.resolve(name)), name);
        }
        String listed = output(
                "tar",
                "--utc",
                "--numeric-owner",
                "-tvzf",
                one.resolve("mayfly-1.2.3.tar.gz").toString());
        listed.lines().forEach(line -> assertTrue(line.contains(" 0/0 ") && line.contains(" 2026-01-01 00:00 "), line));
        assertTrue(listed.contains("-rwxr-xr-x"), listed);
    }

    private static boolean isLinuxOnX64() {
        return System.getProperty("os.name").equals("Linux")
                && System.getProperty("os.arch").equals("amd64");
    }

    private Path make(String name) throws IOException, InterruptedException {
        Path out = folder.resolve(name);
        output(
                "/bin/sh",
                home.resolve("dist/make.sh").toString(),
                home.resolve("jdk").toString(),
                home.resolve("jars").toString(),
                "1.2.3",
                "1767225600",
                out.toString());
        return out;
    }

    private List<String> names(Path archive) throws IOException, InterruptedException {
        return output("tar", "-tzf", archive.toString()).lines().toList();
    }

    private String output(String... command) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Path errors = folder.resolve("errors");
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it hangs");
        assertEquals(0, process.exitValue(), Files.readString(errors));
        return Files.readString(output, StandardCharsets.UTF_8);
    }

    private void write(String name, String text) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void script(String name, String text) throws IOException {
        write(name, "#!/bin/sh\n" + text);
        Files.setPosixFilePermissions(home.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
