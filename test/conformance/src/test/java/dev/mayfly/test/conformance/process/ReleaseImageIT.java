package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The container image of a release, used as those who run images use it, without one of them: its layers are unpacked, and its
 * entry point runs in a root of its own, as its user, with its environment.
 */
@Tag("slow")
final class ReleaseImageIT {
    private static final String NAME = "mayfly-" + ReleaseBuild.VERSION + "-image";
    private static final int SIGTERM_CODE = 128 + 15;

    /** Makes the file systems that a container has, and becomes the program. */
    private static final String ENTER =
            "/bin/mount --bind \"$1\" \"$1\" && /bin/mount -t proc proc \"$1/proc\" && /bin/mount --rbind /dev \"$1/dev\""
                    + " && root=$1 user=$2 && shift 2 && exec /usr/sbin/chroot --userspec=\"$user\" \"$root\" \"$@\"";

    @TempDir
    private static Path folder = Path.of("");

    private static ImageLayout layout = new ImageLayout(Path.of(""));

    @BeforeAll
    static void makeTheImage() throws Exception {
        ReleaseBuild.assumeLinux();
        assumeTrue(
                Files.exists(Path.of("/usr/bin/dpkg-query")),
                "SKIPPED, NOT PASSED: the base of an image is made of packages of dpkg");
        make(ReleaseBuild.first());
        Path archive = ReleaseBuild.first().resolve(NAME + ".tar");
        layout = ImageLayout.unpacked(archive, Files.createDirectory(folder.resolve("layout")));
    }

    private static void make(Path files) throws IOException, InterruptedException {
        ReleaseBuild.run(List.of(
                "/bin/sh",
                ReleaseBuild.script("dist/image/make.sh"),
                System.getProperty("java.home"),
                ReleaseBuild.VERSION,
                ReleaseBuild.EPOCH,
                files.toString(),
                "0123abcd"));
    }

    @Test
    void imageMadeTwiceIsTheSameBytes() throws Exception {
        make(ReleaseBuild.second());
        for (String file : List.of(NAME + ".tar", NAME + "-sbom.json")) {
            assertEquals(
                    -1,
                    Files.mismatch(
                            ReleaseBuild.first().resolve(file),
                            ReleaseBuild.second().resolve(file)),
                    file);
        }
        assertEquals(
                Files.readAllLines(ReleaseBuild.first().resolve("SHA256SUMS")).stream()
                        .filter(line -> line.contains(NAME))
                        .toList(),
                Files.readAllLines(ReleaseBuild.second().resolve("SHA256SUMS")).stream()
                        .filter(line -> line.contains(NAME))
                        .toList());
    }

    @Test
    void configurationSaysHowItIsRun() throws Exception {
        assertEquals(List.of(ReleaseBuild.VERSION, "latest"), layout.tags());
        JsonNode docker = layout.file("manifest.json").path(0);
        assertEquals(List.of("mayfly:" + ReleaseBuild.VERSION, "mayfly:latest"), words(docker.path("RepoTags")));
        assertTrue(Files.exists(layout.folder().resolve(docker.path("Config").asString())));
        JsonNode config = layout.configuration().path("config");
        assertFalse(config.path("User").asString().startsWith("0"), "not as root");
        assertTrue(config.path("Volumes").has("/data"));
        for (String port : List.of("27017", "8080", "8081", "8091", "8093", "11210")) {
            assertTrue(config.path("ExposedPorts").has(port + "/tcp"), port);
        }
        JsonNode labels = config.path("Labels");
        assertEquals(
                ReleaseBuild.VERSION,
                labels.path("org.opencontainers.image.version").asString());
        assertEquals(
                "0123abcd", labels.path("org.opencontainers.image.revision").asString());
        assertEquals(
                "2026-01-01T00:00:00Z", layout.configuration().path("created").asString());
        String packages = labels.path("dev.mayfly.image.packages").asString();
        for (JsonNode component : bill().path("components")) {
            assertFalse(component.path("licenses").isEmpty(), component.toString());
            String name = component.path("name").asString();
            assertTrue(
                    name.equals("openjdk")
                            || packages.contains(
                                    name + " " + component.path("version").asString()),
                    packages);
        }
        assertTrue(packages.contains("libc6 ") && packages.contains("libstdc++6 "), packages);
    }

    private static JsonNode bill() throws IOException, InterruptedException {
        return new JsonMapper().readTree(Files.readAllBytes(ReleaseBuild.first().resolve(NAME + "-sbom.json")));
    }

    private static List<String> words(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asString)
                .toList();
    }

    @Test
    void containerServesItsUserAndAnswersTheCheckOfItsHealth() throws Exception {
        assumeTrue(
                new ProcessBuilder("unshare", "--mount", "--pid", "--fork", "true")
                                .start()
                                .waitFor()
                        == 0,
                "SKIPPED, NOT PASSED: this machine permits no namespaces, so no container was run");
        Path root = Files.createDirectory(folder.resolve("root"));
        layout.unpackLayers(root);
        JsonNode config = layout.configuration().path("config");
        List<String> serve = Stream.concat(
                        words(config.path("Entrypoint")).stream(), words(config.path("Cmd")).stream())
                .toList();
        List<String> check = words(config.path("Healthcheck").path("Test"));
        assertEquals("CMD", check.getFirst(), "it needs no shell");
        List<String> variables = new ArrayList<>(words(config.path("Env")));
        variables.addAll(List.of(
                "MAYFLY_AUTH_MODE=open",
                "MAYFLY_LOG_LEVEL=warn",
                "MAYFLY_FACES_ENABLED=mongo,admin",
                "MAYFLY_FACES_MONGO_PORT=0",
                "MAYFLY_FACES_ADMIN_PORT=" + freePort()));
        Path errors = folder.resolve("errors");
        Process container =
                inside(root, serve, variables).redirectError(errors.toFile()).start();
        try (BufferedReader output = container.inputReader(StandardCharsets.UTF_8)) {
            String line = "";
            while (!line.contains("mongodb://")) {
                line = Objects.requireNonNull(output.readLine(), () -> read(errors));
            }
            writeAndRead(line.substring(line.indexOf("mongodb://")).strip());
            ProcessHandle java =
                    container.descendants().reduce((_, last) -> last).orElseThrow();
            assertEquals("ok\n", checked(beside(java, root, check.subList(1, check.size()), variables), 0));
            String mapped = Files.readString(Path.of("/proc/" + java.pid() + "/maps"));
            assertTrue(mapped.contains("/lib/mayfly.jsa"), "the archive of classes is used");
            java.destroy();
            assertTrue(container.waitFor(60, TimeUnit.SECONDS), "it does not stop");
            assertEquals(SIGTERM_CODE, container.exitValue());
        } finally {
            container.descendants().forEach(ProcessHandle::destroyForcibly);
            container.destroyForcibly();
        }
        checked(inside(root, check.subList(1, check.size()), variables), 5);
        List<String> said = Files.readAllLines(errors);
        assertEquals(1, said.size(), said.toString());
        assertTrue(said.getFirst().contains("nobody has to log in"), said.toString());
        assertEquals(Files.getAttribute(root.resolve("data"), "unix:uid"), owner(root.resolve("data")));
    }

    /** The user of whatever is in a folder. */
    private static Object owner(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return Files.getAttribute(files.findFirst().orElseThrow(), "unix:uid");
        }
    }

    private static void writeAndRead(String address) {
        try (MongoClient client = MongoClients.create(address)) {
            MongoCollection<Document> greetings = client.getDatabase("test").getCollection("greetings");
            greetings.insertOne(new Document("_id", 1).append("say", "hello"));
            assertNotNull(greetings.find(Filters.eq("say", "hello")).first());
        }
    }

    private static String checked(ProcessBuilder builder, int exitCode) throws IOException, InterruptedException {
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(exitCode, process.waitFor(), output);
        return output;
    }

    private static ProcessBuilder inside(Path root, List<String> command, List<String> variables) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                "/usr/bin/unshare", "--mount", "--pid", "--fork", "--kill-child", "/bin/sh", "-c", ENTER, "sh"));
        words.add(root.toString());
        words.add(user());
        words.addAll(command);
        return process(words, variables);
    }

    /** In the container that this process runs in, as checks of its health are. */
    private static ProcessBuilder beside(ProcessHandle process, Path root, List<String> command, List<String> variables)
            throws IOException {
        List<String> words = new ArrayList<>(
                List.of("/usr/bin/nsenter", "--target", Long.toString(process.pid()), "--mount", "--pid"));
        words.addAll(List.of("/usr/sbin/chroot", "--userspec=" + user(), root.toString()));
        words.addAll(command);
        return process(words, variables);
    }

    private static String user() throws IOException {
        return layout.configuration().path("config").path("User").asString();
    }

    private static ProcessBuilder process(List<String> words, List<String> variables) {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().clear();
        for (String variable : variables) {
            String[] halves = variable.split("=", 2);
            builder.environment().put(halves[0], halves[1]);
        }
        return builder;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }
}
