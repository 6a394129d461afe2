package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An image in the layout of the Open Container Initiative, read as those who run images read it: every digest is checked. */
record ImageLayout(Path folder) {
    private static final JsonMapper JSON = new JsonMapper();

    /** Unpacks an archive of a layout into a folder that is there. */
    static ImageLayout unpacked(Path archive, Path into) throws IOException, InterruptedException {
        ReleaseBuild.run(List.of("tar", "-xf", archive.toString(), "-C", into.toString()));
        return new ImageLayout(into);
    }

    JsonNode file(String name) throws IOException {
        return JSON.readTree(Files.readAllBytes(folder.resolve(name)));
    }

    /** The names that the image goes by. */
    List<String> tags() throws IOException {
        List<String> tags = new ArrayList<>();
        for (JsonNode entry : file("index.json").path("manifests")) {
            tags.add(entry.path("annotations")
                    .path("org.opencontainers.image.ref.name")
                    .asString());
        }
        return tags;
    }

    private JsonNode manifest() throws IOException {
        JsonNode manifests = file("index.json").path("manifests");
        assertEquals(manifests.path(0).path("digest"), manifests.path(1).path("digest"), "one image, two names");
        return JSON.readTree(Files.readAllBytes(blob(manifests.path(0))));
    }

    JsonNode configuration() throws IOException {
        return JSON.readTree(Files.readAllBytes(blob(manifest().path("config"))));
    }

    /** The file that a descriptor means, which is as large as it says and has the digest that it says. */
    private Path blob(JsonNode descriptor) throws IOException {
        String digest = descriptor.path("digest").asString();
        Path file = folder.resolve("blobs/sha256").resolve(digest.substring("sha256:".length()));
        assertEquals(descriptor.path("size").asLong(), Files.size(file), digest);
        try (InputStream bytes = Files.newInputStream(file)) {
            assertEquals(digest, digestOf(bytes));
        }
        return file;
    }

    /** Lays the layers over each other, and checks that each is what the configuration says. */
    void unpackLayers(Path root) throws IOException, InterruptedException {
        JsonNode diffs = configuration().path("rootfs").path("diff_ids");
        int at = 0;
        for (JsonNode descriptor : manifest().path("layers")) {
            Path layer = blob(descriptor);
            try (InputStream bytes = new GZIPInputStream(Files.newInputStream(layer))) {
                assertEquals(diffs.path(at++).asString(), digestOf(bytes));
            }
            ReleaseBuild.run(List.of(
                    "tar", "-xzpf", layer.toString(), "--numeric-owner", "--same-owner", "-C", root.toString()));
        }
        assertEquals(diffs.size(), at);
    }

    private static String digestOf(InputStream bytes) throws IOException {
        try (DigestInputStream stream = new DigestInputStream(bytes, MessageDigest.getInstance("SHA-256"))) {
            stream.transferTo(java.io.OutputStream.nullOutputStream());
            return "sha256:"
                    + HexFormat.of().formatHex(stream.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
