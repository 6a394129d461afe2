package dev.mayfly.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher among JDKs that are nothing but a release file and a script that says what it was called with. */
final class LauncherTest {
    private static final List<String> TOOLS =
            List.of("cat", "date", "dirname", "find", "grep", "head", "ln", "mkdir", "mv", "readlink", "rm", "sed");

    @TempDir
    private Path folder = Path.of("");

    private Path home = Path.of("");
    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void unpackARelease() throws IOException {
        home = Files.createDirectories(folder.resolve("mayfly home")).toRealPath();
        Files.copy(Path.of("../../mayfly"), home.resolve("mayfly"));
        Files.createDirectories(home.resolve("lib"));
        Files.writeString(home.resolve("lib/mayfly.jar"), "");
        Path tools = Files.createDirectories(folder.resolve("tools"));
        for (String tool : TOOLS) {
            Path found = Files.exists(Path.of("/usr/bin", tool)) ? Path.of("/usr/bin", tool) : Path.of("/bin", tool);
            script(tools.resolve(tool), "exec " + found + " \"$@\"\n");
        }
        environment.put("PATH", tools.toString());
        environment.put("HOME", folder.resolve("nobody").toString());
        environment.put("MAYFLY_ROOT", folder.resolve("system").toString());
    }

    @Test
    void jdk25IsFoundByItsReleaseFile() throws Exception {
        environment.put("JAVA_HOME", jdk("jdk-17", "17.0.2").toString());
        environment.put("JAVA_25_HOME", jdk("jdk-25", "25.0.3").toString());
        Ended ended = launch("version");
        assertEquals(0, ended.exitCode(), ended.errors());
        assertTrue(ended.output().startsWith("jdk-25\n"), ended.output());
        assertTrue(ended.output().contains("--enable-native-access=ALL-UNNAMED"), ended.output());
        assertTrue(ended.output().endsWith("\n" + home + "/lib/mayfly.jar\nversion\n"), ended.output());
    }

    @Test
    void jdkOfOurOwnVariableGoesBeforeAllOthers() throws Exception {
        environment.put("JAVA_HOME", jdk("other", "25.0.1").toString());
        environment.put("MAYFLY_JAVA_HOME", jdk("chosen", "25").toString());
        assertTrue(launch("version").output().startsWith("chosen\n"));
        environment.put("MAYFLY_JAVA_HOME", jdk("old", "21.0.1").toString());
        Ended refused = launch("version");
        assertEquals(69, refused.exitCode());
        assertTrue(refused.errors().contains("MAYFLY_JAVA_HOME is not a JDK 25"), refused.errors());
    }

    @Test
    void javaOnThePathAndUsualFoldersAreSearched() throws Exception {
        jdk("system/usr/lib/jvm/jdk-26", "26");
        jdk("system/usr/lib/jvm/jdk with spaces", "25.0.2");
        assertTrue(launch("version").output().startsWith("jdk with spaces\n"));
        Path onPath = jdk("somewhere", "25.0.2");
        Files.createSymbolicLink(folder.resolve("tools/java"), onPath.resolve("bin/java"));
        assertTrue(launch("version").output().startsWith("somewhere\n"));
        jdk("mayfly home/jre", "25.0.2");
        assertTrue(launch("version").output().startsWith("jre\n"));
    }

    @Test
    void withoutAJdkOneLineSaysWhatToInstall() throws Exception {
        jdk("system/usr/lib/jvm/jdk-250", "250");
        jdk("system/usr/lib/jvm/jdk-24", "24.0.1");
        Ended ended = launch("serve");
        assertEquals(69, ended.exitCode());
        assertEquals("", ended.output());
        assertEquals(1, ended.errors().lines().count(), ended.errors());
        assertTrue(ended.errors().contains("JDK 25") && ended.errors().contains("apt install"), ended.errors());
    }

    @Test
    void withoutMavenOneLineSaysWhatToInstall() throws Exception {
        environment.put("JAVA_HOME", jdk("jdk-25", "25.0.3").toString());
        Files.writeString(home.resolve("pom.xml"), "");
        for (String command : List.of("version", "test")) {
            Ended ended = launch(command);
            assertEquals(69, ended.exitCode());
            assertEquals(1, ended.errors().lines().count(), ended.errors());
            assertTrue(ended.errors().contains("Maven"), ended.errors());
        }
        environment.put("MAYFLY_NO_BUILD", "1");
        Ended ended = launch("version");
        assertEquals(1, ended.exitCode());
        assertTrue(ended.errors().contains("nothing is built yet"), ended.errors());
    }

    @Test
    void checkoutIsBuiltWhenASourceIsNewer() throws Exception {
        checkOut();
        assertTrue(launch("version").errors().contains("mayfly: built in "));
        assertFalse(launch("version").errors().contains("built"));
        assertEquals(1, builds());
        Path stamp = home.resolve(".mayfly/built");
        Files.setLastModifiedTime(stamp, FileTime.fromMillis(0));
        launch("version");
        assertEquals(2, builds());
    }

    @Test
    void launcherWaitsForTheBuildOfAnother() throws Exception {
        checkOut();
        launch("version");
        Files.setLastModifiedTime(home.resolve(".mayfly/built"), FileTime.fromMillis(0));
        Path lock = home.resolve(".mayfly/lock");
        Files.createSymbolicLink(lock, Path.of("" + ProcessHandle.current().pid()));
        // The other one ends while this one sleeps.
        script(folder.resolve("tools/sleep"), "rm \"%1$s/lock\"\n: >\"%1$s/built\"\n".formatted(lock.getParent()));
        Ended ended = launch("version");
        assertEquals("mayfly: another one is building; waiting for it\n", ended.errors());
        assertEquals(1, builds());
        assertFalse(Files.exists(lock, LinkOption.NOFOLLOW_LINKS));
    }

    @Test
    void lockOfALauncherThatWasKilledIsTaken() throws Exception {
        checkOut();
        Files.createDirectories(home.resolve(".mayfly"));
        Files.createSymbolicLink(home.resolve(".mayfly/lock"), Path.of("2147483647"));
        Ended ended = launch("version");
        assertEquals(0, ended.exitCode());
        assertFalse(ended.errors().contains("waiting"), ended.errors());
        assertEquals(1, builds());
    }

    @Test
    void failedBuildLeavesNoLock() throws Exception {
        checkOut();
        script(folder.resolve("tools/mvn"), "echo broken\nexit 1\n");
        Ended ended = launch("version");
        assertEquals(1, ended.exitCode());
        assertTrue(ended.errors().endsWith("broken\nmayfly: the build failed\n"), ended.errors());
        assertFalse(Files.exists(home.resolve(".mayfly/lock"), LinkOption.NOFOLLOW_LINKS));
    }

    private void checkOut() throws IOException {
        environment.put("JAVA_HOME", jdk("jdk-25", "25.0.3").toString());
        script(folder.resolve("jdk-25/bin/javac"), "");
        script(folder.resolve("tools/mvn"), """
            echo built >>"%1$s/builds"
            mkdir -p "%1$s/app/cli/target/run"
            echo >"%1$s/app/cli/target/run/mayfly.jar"
            """.formatted(home));
        Path source = home.resolve("engine/src/main/java/A.java");
        Files.createDirectories(source.getParent());
        Files.writeString(home.resolve("pom.xml"), "");
        Files.writeString(source, "");
        for (String module : List.of("base", "store", "face", "app")) {
            Files.createDirectories(home.resolve(module));
        }
    }

    private int builds() throws IOException {
        return Files.readAllLines(home.resolve("builds")).size();
    }

    @Test
    void testKitIsInstalledAndSaysHowToDependOnIt() throws Exception {
        environment.put("JAVA_HOME", jdk("jdk-25", "25.0.3").toString());
        script(folder.resolve("jdk-25/bin/javac"), "");
        script(folder.resolve("tools/mvn"), "echo \"$@\" >>\"" + home + "/asked\"\n");
        Files.writeString(home.resolve("pom.xml"), "  <version>1.2.3</version>\n");
        script(tool("sh"), "exec /bin/sh \"$@\"\n");
        environment.put("SOURCE_DATE_EPOCH", "1");
        script(home.resolve("dist/make.sh"), "mkdir -p \"$5\"; : >\"$5/mayfly-$3.tar.gz\"\n");
        Ended ended = launch("testkit");
        assertEquals(0, ended.exitCode(), ended.errors());
        List<String> asked = Files.readAllLines(home.resolve("asked"));
        assertEquals(2, asked.size(), asked.toString());
        assertTrue(
                asked.get(0).contains("-pl test/bom,test/embedded,test/containers,app/cli -am install"),
                asked.toString());
        assertTrue(
                asked.get(1).contains("install-file -Dfile=" + home + "/.mayfly/release/mayfly-1.2.3.tar.gz"),
                asked.toString());
        assertTrue(
                ended.output().contains("<artifactId>mayfly-junit</artifactId>\n  <version>1.2.3</version>"),
                ended.output());
    }

    private Path tool(String name) {
        return folder.resolve("tools").resolve(name);
    }

    @Test
    void releaseIsADryRunAndNothingElse() throws Exception {
        environment.put("JAVA_HOME", jdk("jdk-25", "25.0.3").toString());
        script(folder.resolve("jdk-25/bin/javac"), "");
        script(tool("mvn"), "echo \"$@\"\n");
        script(tool("sh"), "exec /bin/sh \"$@\"\n");
        Files.writeString(home.resolve("pom.xml"), "  <version>1.2.3</version>\n");
        script(home.resolve("dist/central.sh"), "echo \"$4 $5\"\nexit 1\n");
        Ended refused = launch("release");
        assertEquals(2, refused.exitCode());
        assertTrue(refused.errors().contains("--dry-run"), refused.errors());
        Ended ended = launch("release", "--dry-run");
        assertEquals(1, ended.exitCode(), "as the rules say");
        assertEquals("1.2.3 " + home + "/target/central\n", ended.output());
        assertTrue(Files.readString(home.resolve(".mayfly/release.log")).contains("-pl test/bom,test/testkit package"));
    }

    @Test
    void testsRunMavenWithAllOptionsAndPassItsExitCodeOn() throws Exception {
        environment.put("JAVA_HOME", jdk("jdk-25", "25.0.3").toString());
        script(folder.resolve("jdk-25/bin/javac"), "");
        script(folder.resolve("tools/mvn"), "echo \"$@\"\nexit 3\n");
        Files.writeString(home.resolve("pom.xml"), "");
        Ended ended = launch("test", "--all", "-Dtest=X");
        assertEquals(3, ended.exitCode());
        assertTrue(
                ended.output()
                        .endsWith(" -Pcheck,examples,sharded,-list -Djavac.fork=false verify -DexcludedGroups="
                                + " -Dtest=X\n"),
                ended.output());
    }

    @Test
    void testsAreCompiledAnewOnlyWhereThePluginsLookAtThem() throws Exception {
        environment.put("JAVA_HOME", jdk("jdk-25", "25.0.3").toString());
        script(folder.resolve("jdk-25/bin/javac"), "");
        script(folder.resolve("tools/mvn"), "echo \"$@\"\n");
        Files.writeString(home.resolve("pom.xml"), "");
        Path compiled = Files.createDirectories(home.resolve("engine/target/test-classes"));
        Path product = Files.createDirectories(home.resolve("engine/target/classes"));
        Ended some = launch("test");
        assertTrue(some.output().endsWith(" -Pcheck,lean,-list -Djavac.fork=false verify\n"), some.output());
        assertTrue(Files.exists(compiled));
        launch("test", "--all");
        assertFalse(Files.exists(compiled));
        assertTrue(Files.exists(product));
    }

    @Test
    void startUpCacheIsTrainedOnceBeforeServing() throws Exception {
        environment.put("JAVA_HOME", jdk("jdk-25", "25.0.3").toString());
        Ended first = launch("serve", "--data", "a folder");
        assertTrue(first.errors().contains("trained the start-up cache"), first.errors());
        assertTrue(first.output().contains("\n-XX:AOTCache=" + home + "/.mayfly/mayfly.aot\n"), first.output());
        assertTrue(first.output().endsWith("\nserve\n--data\na folder\n"), first.output());
        Ended second = launch("serve");
        assertEquals("", second.errors());
    }

    @Test
    void releaseWithItsOwnRunTimeImageUsesItsArchiveOfClassesAndTrainsNothing() throws Exception {
        environment.put("JAVA_HOME", jdk("jdk-25", "25.0.3").toString());
        jdk("mayfly home/jre", "25.0.3");
        Files.writeString(home.resolve("lib/mayfly.jsa"), "");
        Files.createDirectories(home.resolve("lib/native"));
        Ended ended = launch("serve");
        assertEquals("", ended.errors());
        assertTrue(ended.output().startsWith("jre\n"), ended.output());
        assertTrue(ended.output().contains("\n-XX:SharedArchiveFile=" + home + "/lib/mayfly.jsa\n"), ended.output());
        assertTrue(ended.output().contains("\n-Djava.library.path=" + home + "/lib/native\n"), ended.output());
        assertFalse(Files.exists(home.resolve(".mayfly")));
        environment.put("MAYFLY_JAVA_HOME", jdk("other", "25.0.1").toString());
        assertFalse(launch("version").output().contains("SharedArchiveFile"));
    }

    @Test
    void releaseThatMayNotBeWrittenKeepsItsStateInTheCacheOfTheUser() throws Exception {
        environment.put("JAVA_HOME", jdk("jdk-25", "25.0.3").toString());
        environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            assumeFalse(Files.isWritable(home), "root may write everywhere");
            Ended ended = launch("serve");
            assertTrue(
                    ended.output().contains("\n-XX:AOTCache=" + folder.resolve("cache/mayfly/mayfly.aot") + "\n"),
                    ended.output());
        } finally {
            Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void releaseIsBuiltWithItsNoticesAndPackedWithTheTimeOfItsCommit() throws Exception {
        checkOut();
        Files.writeString(home.resolve("pom.xml"), "  <version>1.2.3</version>\n");
        script(folder.resolve("tools/mvn"), "echo \"$@\" >\"" + home + "/asked\"\n");
        script(folder.resolve("tools/sh"), "printf '%s\\n' \"$@\"\n");
        environment.put("SOURCE_DATE_EPOCH", "1767225600");
        Ended ended = launch("dist");
        assertEquals(0, ended.exitCode(), ended.errors());
        assertTrue(Files.readString(home.resolve("asked")).contains(" -Prun,check -Dcyclonedx.skip=false "));
        assertEquals(
                List.of(
                        home + "/dist/make.sh",
                        environment.get("JAVA_HOME"),
                        home + "/app/cli/target/run",
                        "1.2.3",
                        "1767225600",
                        home + "/target/dist",
                        home + "/dist/debian/make.sh",
                        "1.2.3",
                        "1767225600",
                        home + "/target/dist",
                        home + "/dist/image/make.sh",
                        environment.get("JAVA_HOME"),
                        "1.2.3",
                        "1767225600",
                        home + "/target/dist",
                        "",
                        home + "/dist/provenance.sh",
                        environment.get("JAVA_HOME"),
                        "1.2.3",
                        "1767225600",
                        home + "/target/dist",
                        "",
                        "clean"),
                ended.output().lines().toList());
        Files.delete(home.resolve("pom.xml"));
        assertEquals(2, launch("dist").exitCode());
    }

    @Test
    void containersJvmHasTheOptionsThatTheLauncherGives() throws Exception {
        jdk("mayfly home/jre", "25.0.2");
        Files.writeString(home.resolve("lib/mayfly.jsa"), "");
        Files.createDirectories(home.resolve("lib/native"));
        assertEquals(optionsOf("serve"), containerOptions("serve.options"));
        assertEquals(optionsOf("health"), containerOptions("command.options"));
    }

    private Set<String> optionsOf(String command) throws Exception {
        List<String> words = launch(command).output().lines().toList();
        return new TreeSet<>(words.subList(1, words.indexOf("-jar")));
    }

    private Set<String> containerOptions(String file) throws IOException {
        return Files.readAllLines(Path.of("../../dist/image", file)).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.replace("/usr/lib/mayfly", home.toString()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void jarsOfCassandraAreListedWhenAClusterIsAskedForAndThenKept() throws Exception {
        checkOut();
        Path jars = Files.createDirectories(home.resolve("app/cassandra/jars"));
        Path jar = Files.writeString(folder.resolve("a.jar"), "");
        Files.writeString(jars.resolve("pom.xml"), "  <cassandra.version>5.6.7</cassandra.version>\n");
        launch("version");
        script(folder.resolve("tools/mvn"), """
            echo "$@" >>"%1$s/asked"
            mkdir -p "%1$s/app/cassandra/jars/target"
            printf %%s "%2$s" >"%1$s/app/cassandra/jars/target/class-path"
            """.formatted(home, jar));
        Ended first = launch("cluster", "--nodes", "2");
        assertTrue(first.errors().contains("fetching Apache Cassandra 5.6.7"), first.errors());
        assertTrue(Files.readString(home.resolve("asked")).contains("-pl app/cassandra/jars generate-resources"));
        assertTrue(
                first.output().contains("\n-Dmayfly.cassandra.jars=" + jars.resolve("target/class-path") + "\n"),
                first.output());
        assertTrue(first.output().contains("\n-Dmayfly.launcher=" + home + "/mayfly\n"), first.output());
        assertEquals("", launch("cluster").errors());
        assertFalse(launch("cluster", "--help").output().contains("mayfly.launcher"));
        Files.delete(jar);
        assertTrue(launch("cluster").errors().contains("fetching"));
    }

    @Test
    void moreOptionsAndTheExitCodeArePassedOn() throws Exception {
        environment.put("JAVA_HOME", jdk("jdk-25", "25.0.3").toString());
        environment.put("MAYFLY_JAVA_OPTS", "-Xmx1g -Dx=y");
        Ended ended = launch("exit", "7");
        assertEquals(7, ended.exitCode());
        assertTrue(ended.output().contains("\n-Xmx1g\n-Dx=y\n"), ended.output());
    }

    private Path jdk(String name, String version) throws IOException {
        Path jdk = Files.createDirectories(folder.resolve(name));
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        script(jdk.resolve("bin/java"), """
            echo "%s"
            printf '%%s\\n' "$@"
            for word; do
                case $word in -XX:AOTCacheOutput=*) echo >"${word#*=}" ;; esac
                last=$word
            done
            case " $* " in *" exit "*) exit "$last" ;; esac
            """.formatted(jdk.getFileName()));
        return jdk;
    }

    private static void script(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private record Ended(int exitCode, String output, String errors) {}

    private Ended launch(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("/bin/sh", home.resolve("mayfly").toString()));
        command.addAll(List.of(arguments));
        Path output = folder.resolve("output");
        Path errors = folder.resolve("errors");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the launcher hangs");
        return new Ended(process.exitValue(), Files.readString(output), Files.readString(errors));
    }
}
