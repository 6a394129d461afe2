package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import dev.mayfly.app.server.config.Setting;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose disk is full serves what is on it, and says that it takes no writes. */
final class FullDiskStartTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void serverOnAFullDiskServesReadsAndTakesWritesAfterARestartWithSpace() throws Exception {
        boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=160m", "tmpfs", folder.toString());
        if (!mounted) {
            System.err.println("SKIPPED: a full file system cannot be tried here, since mounting one is not allowed");
        }
        assumeTrue(mounted, "mounting a file system is not allowed here");
        try {
            Path ballast = folder.resolve("ballast");
            try (ServerFixture fixture = start();
                    WireClients clients = new WireClients(fixture.server)) {
                assertEquals(200, fixture.get("/health/ready").status());
                assertEquals(1, number(clients.mongo("{insert: 'c', documents: [{_id: 1}], $db: 'd'}"), "n"));
            }
            fillUp(ballast);
            try (ServerFixture fixture = start();
                    WireClients clients = new WireClients(fixture.server)) {
                Answer ready = fixture.get("/health/ready");
                assertEquals(503, ready.status());
                assertEquals(
                        "reads are served, writes are refused: the store is read-only until the server is restarted\n",
                        ready.body());
                assertEquals(200, fixture.get("/health/live").status());
                assertEquals(1, number(clients.mongo("{count: 'c', $db: 'd'}"), "n"));
                BsonDocument refused = clients.mongo("{insert: 'c', documents: [{_id: 2}], $db: 'd'}");
                assertEquals(
                        371, number(refused.getArray("writeErrors").getFirst().asDocument(), "code"));
                Files.delete(ballast);
                assertEquals(503, fixture.get("/health/ready").status());
            }
            try (ServerFixture fixture = start();
                    WireClients clients = new WireClients(fixture.server)) {
                assertEquals(200, fixture.get("/health/ready").status());
                assertEquals(1, number(clients.mongo("{insert: 'c', documents: [{_id: 2}], $db: 'd'}"), "n"));
            }
        } finally {
            run("umount", folder.toString());
        }
    }

    private ServerFixture start() throws Exception {
        return new ServerFixture(Map.of(Setting.DATA, folder.resolve("data").toString()));
    }

    private static int number(BsonDocument reply, String field) {
        return reply.getNumber(field).intValue();
    }

    private static void fillUp(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            byte[] block = new byte[4096];
            assertThrows(IOException.class, () -> {
                while (true) {
                    out.write(block);
                }
            });
        }
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException _) {
            return false;
        }
    }
}
