package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.Restore;
import dev.mayfly.app.server.StartupException;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.store.rocksdb.RocksBackups;
import dev.mayfly.test.harness.CommandProcess;
import dev.mayfly.test.harness.Folders;
import dev.mayfly.test.harness.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups and restores that are killed while they run: what they leave counts for nothing, and the next one is whole. */
final class BackupKillIT {
    private static final int FIRST = 2_000;
    private static final int MORE = 500;
    private static final int PAYLOAD_BYTES = 4_000;

    @TempDir
    private Path folder = Path.of("");

    private int documents;
    private int backupsCut;
    private int restoresCut;

    @Test
    void oneOfEachThatIsKilledLeavesNothingHalf() {
        Seeds.run(1, (_, random) -> rounds(1, random));
    }

    @Test
    @Tag("slow")
    void twentyOfEachThatAreKilledLeaveNothingHalf() {
        Seeds.run(1, (_, random) -> rounds(20, random));
    }

    private void rounds(int rounds, RandomGenerator random) throws Exception {
        for (int round = 0; round < rounds; round++) {
            killBackup(random.nextDouble(0.9));
            killRestore(round, random.nextDouble(0.9));
        }
        System.out.println("backups: " + rounds + " killed, " + backupsCut + " of them before the end; restores: "
                + rounds + " killed, " + restoresCut + " of them before the end; " + documents
                + " documents whole in each");
    }

    /** Kills the server when so much of a backup is written. */
    private void killBackup(double part) throws Exception {
        try (ServerProcess server = start();
                MongoClient client = server.client();
                AdminClient admin = new AdminClient(server)) {
            if (documents == 0) {
                insert(documents(client), FIRST);
                assertEquals("done", backUp(admin).getString("state"));
            }
            insert(documents(client), MORE);
            Document begun = admin.post("/api/v1/backups?folder=nightly");
            for (Document now = begun;
                    isRunning(now) && fraction(now) < part;
                    now = admin.get("/api/v1/operations/" + begun.get("id"))) {
                assertTrue(fraction(now) <= 1, now::toJson);
            }
            server.kill();
        }
        long before = RocksBackups.list(backups()).size();
        RocksBackups.verify(backups(), (_, _) -> {});
        try (ServerProcess server = start();
                MongoClient client = server.client();
                AdminClient admin = new AdminClient(server)) {
            assertWhole(documents(client));
            Document made = backUp(admin);
            assertEquals("done", made.getString("state"), made::toJson);
            server.kill();
        }
        backupsCut += before * MORE + FIRST == documents ? 1 : 0;
        RocksBackups.verify(backups(), (_, _) -> {});
    }

    /** Kills a restore when so much of the backup is there, and runs it again. */
    private void killRestore(int round, double part) throws Exception {
        Path data = folder.resolve("restored" + round);
        long whole = RocksBackups.verify(backups(), (_, _) -> {}).bytes();
        try (CommandProcess restore = restore(data)) {
            while (!restore.hasEndedWithin(0) && bytesIn(data) < part * whole) {
                Thread.onSpinWait();
            }
            restore.kill();
        }
        if (!Files.exists(data.resolve("format"))) {
            restoresCut++;
            if (Files.exists(data.resolve("restoring"))) {
                StartupException refusal =
                        assertThrows(StartupException.class, () -> serve(data).close());
                assertTrue(
                        String.valueOf(refusal.getMessage()).contains("has not ended; run it again"),
                        refusal::toString);
            }
            Restore.run(backups(), data, Restore.Expiry.KEEP, (_, _) -> {});
        }
        try (MayflyServer server = serve(data);
                MongoClient client = MongoClients.create(server.connectionString(FaceName.MONGO))) {
            assertWhole(documents(client));
        }
    }

    private CommandProcess restore(Path data) throws IOException {
        return CommandProcess.start(folder, "restore-backup", backups().toString(), data.toString());
    }

    private static long bytesIn(Path data) throws IOException {
        if (!Files.exists(data)) {
            return 0;
        }
        try {
            long bytes = 0;
            for (Path file : Folders.files(data)) {
                bytes += Files.size(file);
            }
            return bytes;
        } catch (IOException | UncheckedIOException _) {
            // A file was moved while it was looked at.
            return 0;
        }
    }

    private Path backups() {
        return folder.resolve("backups").resolve("nightly");
    }

    private ServerProcess start() throws IOException {
        return ServerProcess.start(folder, "--data", "data", "--backup-folder", "backups");
    }

    private static MayflyServer serve(Path data) throws Exception {
        Map<Setting, String> settings =
                Map.of(Setting.DATA, data.toString(), Setting.MONGO_PORT, "0", Setting.FACES, "mongo");
        return MayflyServer.start(ConfigReader.read(settings, Map.of(), null));
    }

    private static Document backUp(AdminClient admin) {
        return admin.operation(admin.post("/api/v1/backups?folder=nightly"));
    }

    private static boolean isRunning(Document operation) {
        return "running".equals(operation.getString("state"));
    }

    private static double fraction(Document operation) {
        Number total = operation.get("total", Number.class);
        return total == null ? 0 : operation.get("done", Number.class).doubleValue() / total.doubleValue();
    }

    private void insert(MongoCollection<Document> documents, int count) {
        documents.insertMany(IntStream.range(this.documents, this.documents + count)
                .mapToObj(BackupKillIT::document)
                .toList());
        this.documents += count;
    }

    private void assertWhole(MongoCollection<Document> found) {
        int[] count = {0};
        found.find().forEach(each -> {
            assertEquals(document(each.getInteger("_id")), each);
            count[0]++;
        });
        assertEquals(documents, count[0]);
    }

    private static MongoCollection<Document> documents(MongoClient client) {
        return client.getDatabase("kept").getCollection("documents");
    }

    private static Document document(int id) {
        byte[] incompressible = new byte[PAYLOAD_BYTES];
        new SplittableRandom(id).nextBytes(incompressible);
        return new Document("_id", id).append("payload", new Binary(incompressible));
    }
}
