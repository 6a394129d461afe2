package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertFalse;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.test.harness.RequestFuzz;
import dev.mayfly.test.harness.SmallHeap;
import java.nio.file.Path;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.json.JsonParseException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random commands against a server of 256 MB: it lives, and answers each of them in time. */
final class ExpressionFuzzIT {
    private static final int LANES = 2;
    private static final int LIMIT_MILLIS = 1_000;
    private static final int FEW = 100;
    private static final int MANY = 34_000;

    /** An error that the server has no words for. */
    private static final List<String> FORBIDDEN = List.of("1", "8");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void hundredsOfCommandsAreAnsweredInTime() throws Exception {
        fuzz(FEW);
    }

    @Test
    @Tag("slow")
    void thirtyFourThousandCommandsAreAnsweredInTime() throws Exception {
        fuzz(Integer.getInteger("commands", MANY));
    }

    private void fuzz(int commands) throws Exception {
        long seed = Long.getLong("seed", 1);
        SmallHeap heap = new SmallHeap(256, folder);
        try (ServerProcess server = ServerProcess.start(folder, heap.launch(), "--in-memory");
                MongoClient client = server.client()) {
            MongoDatabase database = client.getDatabase("fuzz");
            String text = "a".repeat(1 << 20);
            database.getCollection("c")
                    .insertMany(List.of(
                            new Document("n", 1).append("s", "abc").append("a", List.of(1, 2, 3)),
                            new Document("n", 2)
                                    .append("s", "x")
                                    .append("a", List.of(2))
                                    .append("t", text)));
            RequestFuzz.Tally tally = new RequestFuzz(LANES, LIMIT_MILLIS)
                    .run(seed, commands, MongoExpressions::next, command -> send(database, command));
            System.out.println("mongo, seed " + seed + ": " + tally + ", " + heap.highWater());
            tally.require(commands, FORBIDDEN);
            assertFalse(server.errors().contains(" ERROR "), server::distinctErrors);
        }
    }

    private static String send(MongoDatabase database, String command) {
        try {
            database.runCommand(BsonDocument.parse(command));
            return "ok";
        } catch (MongoCommandException refusal) {
            return Integer.toString(refusal.getErrorCode());
        } catch (MongoExecutionTimeoutException late) {
            return Integer.toString(late.getCode());
        } catch (JsonParseException notSent) {
            return "not sent";
        }
    }
}
