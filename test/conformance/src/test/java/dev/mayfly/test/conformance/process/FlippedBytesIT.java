package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.Restore;
import dev.mayfly.app.server.StartupException;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.store.rocksdb.RocksStore;
import dev.mayfly.test.harness.Folders;
import dev.mayfly.test.harness.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A data folder, or a backup, of which one bit is another: it is refused, or an answer is, and no answer is wrong. */
final class FlippedBytesIT {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int DOCUMENTS = 300;
    private static final int GROUPS = 7;
    private static final List<String> DAMAGE =
            List.of("damaged", "corrupt", "Corrupt", "format", "checksum", "--repair saves");

    @TempDir
    private Path folder = Path.of("");

    private final Map<String, Integer> told = new TreeMap<>();
    private int harmless;

    @Test
    void someFlipsGiveNoWrongAnswer() {
        Seeds.run(1, (_, random) -> flips(random, 12, 6));
    }

    @Test
    @Tag("slow")
    void manyFlipsGiveNoWrongAnswer() {
        Seeds.run(1, (_, random) -> flips(random, 200, 60));
    }

    private void flips(RandomGenerator random, int ofData, int ofBackup) throws Exception {
        Path data = folder.resolve("data");
        Path pristine = folder.resolve("pristine");
        Path backups = folder.resolve("backups");
        store(data, pristine);
        try (RocksStore store = RocksStore.open(data)) {
            store.backup(backups, Map.of(), (_, _) -> {});
        }
        List<Path> files = files(pristine);
        for (int flip = 0; flip < ofData; flip++) {
            Path copy = Folders.copy(pristine, folder.resolve("copy"));
            Path file = copy.resolve(pristine.relativize(files.get(flip % files.size())));
            flip(file, random);
            check(file, () -> read(copy));
            Folders.delete(copy);
        }
        List<Path> copied = files(backups);
        for (int flip = 0; flip < ofBackup; flip++) {
            Path copy = Folders.copy(backups, folder.resolve("copy"));
            Path restored = folder.resolve("restored");
            Path file = copy.resolve(backups.relativize(copied.get(flip % copied.size())));
            flip(file, random);
            check(file, () -> {
                Restore.run(copy, restored, Restore.Expiry.KEEP, (_, _) -> {});
                read(restored);
            });
            Folders.delete(copy);
            Folders.delete(restored);
        }
        assertTrue(!told.isEmpty(), "no flip was noticed");
        System.out.println("flips: " + ofData + " in data, " + ofBackup + " in backups; told by kind of file " + told
                + ", harmless " + harmless + ", wrong answers 0");
    }

    @FunctionalInterface
    private interface Use {
        void run() throws Exception;
    }

    private void check(Path file, Use use) throws Exception {
        try {
            use.run();
            harmless++;
        } catch (StartupException | MongoException damage) {
            String words = String.valueOf(damage.getMessage());
            assertTrue(DAMAGE.stream().anyMatch(words::contains), () -> file + ": " + words);
            told.merge(kind(file), 1, Integer::sum);
        } catch (AssertionError wrong) {
            throw new AssertionError(file + ": " + wrong.getMessage(), wrong);
        }
    }

    /** Some documents lie in tables, and some in the log that a killed server leaves. */
    private static void store(Path data, Path pristine) throws Exception {
        try (MayflyServer server = serve(data);
                MongoClient client = connect(server)) {
            documents(client)
                    .createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
            documents(client).createIndex(Indexes.ascending("group"));
            documents(client).insertMany(expected().subList(0, DOCUMENTS / 2));
        }
        try (RocksStore store = RocksStore.open(data)) {
            store.compact();
        }
        try (MayflyServer server = serve(data);
                MongoClient client = connect(server)) {
            documents(client).insertMany(expected().subList(DOCUMENTS / 2, DOCUMENTS));
            Folders.copy(data, pristine);
        }
        Files.deleteIfExists(pristine.resolve("lock"));
    }

    private static void read(Path data) throws Exception {
        try (MayflyServer server = serve(data);
                MongoClient client = connect(server)) {
            List<Document> found =
                    documents(client).find().sort(Indexes.ascending("_id")).into(new ArrayList<>());
            assertEquals(expected(), found);
            for (int group = 0; group < GROUPS; group++) {
                int wanted = group;
                assertEquals(
                        expected().stream()
                                .filter(each -> each.getInteger("group") == wanted)
                                .count(),
                        documents(client)
                                .find(Filters.eq("group", group))
                                .into(new ArrayList<>())
                                .size());
            }
            assertEquals(
                    expected().get(7), documents(client).find(Filters.eq(7)).first());
        }
    }

    private static List<Document> expected() {
        return IntStream.range(0, DOCUMENTS)
                .mapToObj(id -> new Document("_id", id)
                        .append("group", id % GROUPS)
                        .append("at", Date.from(START.plusSeconds(1_000 + id)))
                        .append("text", "document " + id + " of those that are flipped"))
                .toList();
    }

    private static List<Path> files(Path all) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path file : Folders.files(all)) {
            // Nothing reads the notes that RocksDB makes of its work.
            if (Files.size(file) > 0 && !file.endsWith("LOG") && !file.endsWith("lock")) {
                files.add(file);
            }
        }
        return files;
    }

    private static void flip(Path file, RandomGenerator random) throws IOException {
        Folders.flip(file, random.nextLong(Files.size(file)), 1 << random.nextInt(8));
    }

    private static String kind(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.contains(".") ? name.substring(name.lastIndexOf('.')) : name.replaceFirst("-.*", "");
    }

    private static MongoCollection<Document> documents(MongoClient client) {
        return client.getDatabase("flipped").getCollection("documents");
    }

    private static MongoClient connect(MayflyServer server) {
        return MongoClients.create(server.connectionString(FaceName.MONGO));
    }

    private static MayflyServer serve(Path data) throws Exception {
        Map<Setting, String> settings = Map.of(
                Setting.DATA,
                data.toString(),
                Setting.MONGO_PORT,
                "0",
                Setting.FACES,
                "mongo",
                Setting.CLOCK,
                "virtual@" + START);
        return MayflyServer.start(ConfigReader.read(settings, Map.of(), null));
    }
}
