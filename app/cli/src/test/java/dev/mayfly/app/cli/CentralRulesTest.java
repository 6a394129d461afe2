package dev.mayfly.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules that dist/CentralRules.java checks, over a bundle of one parent and one jar. */
final class CentralRulesTest {
    private static final String PARENT = """
        <project>
          <groupId>dev.mayfly</groupId><artifactId>mayfly</artifactId><version>1.0.0</version>
          <packaging>pom</packaging><name>n</name><description>d</description><url>u</url>
          <licenses><license><name>l</name><url>u</url></license></licenses>
          <developers><developer><name>p</name></developer></developers>
          <scm><connection>c</connection><url>u</url></scm>
        </project>
        """;

    private static final String CHILD = """
        <project>
          <parent><groupId>dev.mayfly</groupId><artifactId>mayfly</artifactId><version>1.0.0</version></parent>
          <artifactId>kit</artifactId><name>n</name><description>d</description>
          <properties><maven.compiler.release>17</maven.compiler.release></properties>
        </project>
        """;

    private static final int JAVA_17 = 61;

    @TempDir
    private Path folder = Path.of("");

    private record Verdict(int exitCode, String output) {}

    private Verdict check(String parent, String child, Map<String, Map<String, byte[]>> jars) throws Exception {
        write("mayfly", "mayfly-1.0.0.pom", parent.getBytes(UTF_8));
        write("kit", "kit-1.0.0.pom", child.getBytes(UTF_8));
        for (Map.Entry<String, Map<String, byte[]>> jar : jars.entrySet()) {
            Path file = folderOf("kit").resolve("kit-1.0.0" + jar.getKey() + ".jar");
            try (OutputStream out = Files.newOutputStream(file);
                    ZipOutputStream zip = new ZipOutputStream(out)) {
                for (Map.Entry<String, byte[]> entry : jar.getValue().entrySet()) {
                    zip.putNextEntry(new ZipEntry(entry.getKey()));
                    zip.write(entry.getValue());
                }
            }
        }
        sum();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        Path.of("../../dist/CentralRules.java").toString(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Verdict(process.waitFor(), output);
    }

    private Path folderOf(String artifact) throws IOException {
        return Files.createDirectories(folder.resolve("dev/mayfly/" + artifact + "/1.0.0"));
    }

    private void write(String artifact, String name, byte[] content) throws IOException {
        Files.write(folderOf(artifact).resolve(name), content);
    }

    private void sum() throws Exception {
        for (String artifact : List.of("mayfly", "kit")) {
            List<Path> files;
            try (var listed = Files.list(folderOf(artifact))) {
                files = listed.toList();
            }
            for (Path file : files) {
                for (String algorithm : List.of("MD5", "SHA1")) {
                    byte[] sum =
                            java.security.MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file));
                    Files.writeString(
                            Path.of(file + "." + algorithm.toLowerCase(java.util.Locale.ROOT)),
                            java.util.HexFormat.of().formatHex(sum));
                }
            }
        }
    }

    private static Map<String, Map<String, byte[]>> jars(int classVersion) {
        byte[] header = {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe, 0, 0, 0, (byte) classVersion};
        return Map.of(
                "", Map.of("kit/A.class", header, "kit/A$B.class", header),
                "-sources", Map.of("kit/A.java", new byte[0]),
                "-javadoc", Map.of("index.html", new byte[0]));
    }

    @Test
    void bundleThatIsWholeLacksSignaturesAlone() throws Exception {
        Verdict verdict = check(PARENT, CHILD, jars(JAVA_17));
        assertEquals(0, verdict.exitCode(), verdict.output());
        assertTrue(verdict.output().endsWith("2 artifacts, 0 refusals\n"), verdict.output());
        assertEquals(
                5,
                verdict.output()
                        .lines()
                        .filter(line -> line.contains("has to be signed"))
                        .count(),
                verdict.output());
    }

    @Test
    void everythingThatIsMissingIsSaid() throws Exception {
        String poor = CHILD.replace("<description>d</description>", "").replace("</project>", """
            <dependencies>
              <dependency><groupId>x</groupId><artifactId>range</artifactId><version>[1,2)</version></dependency>
              <dependency><groupId>dev.mayfly</groupId><artifactId>engine</artifactId></dependency>
            </dependencies>
            <repositories/></project>
            """);
        Verdict verdict = check(
                PARENT.replace("<scm><connection>c</connection><url>u</url></scm>", ""),
                poor,
                Map.of("", Map.of("kit/A.class", new byte[0])));
        assertEquals(1, verdict.exitCode());
        for (String refusal : List.of(
                "kit: the POM has no <description>",
                "kit: the POM has no <scm><url>",
                "mayfly: the POM has no <scm><connection>",
                "kit: the POM has <repositories>",
                "kit: range has no exact version: [1,2)",
                "kit: engine is not among the artifacts",
                "kit-1.0.0-sources.jar is missing")) {
            assertTrue(verdict.output().contains("refused: " + refusal + "\n"), refusal + " of " + verdict.output());
        }
    }

    @Test
    void classesForALaterJavaAreRefused() throws Exception {
        Verdict verdict = check(PARENT, CHILD, jars(JAVA_17 + 8));
        assertEquals(1, verdict.exitCode());
        assertTrue(verdict.output().contains("kit/A.class is for Java 25, not for 17"), verdict.output());
    }
}
