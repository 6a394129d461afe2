package dev.mayfly.test.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyServer;
import dev.mayfly.test.testkit.MayflyTest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** The test kits for other languages do over HTTP what that of Java does; LanguageKitsIT runs their own tests. */
@MayflyTest(clock = "2026-01-01T00:00:00Z")
@Fresh
final class OtherLanguagesTest {
    private static final Path KITS = Path.of("../../kits");

    private static final String SEEN = """
        1767225600000
        2026-01-01T00:30:00Z 2
        2026-01-01T00:30
        ["1"] idle
        no document will expire
        """;

    private static void insert(MongoClient client, MayflyClock clock) {
        MongoCollection<Document> sessions = client.getDatabase("app").getCollection("sessions");
        sessions.createIndex(
                new Document("seen", 1), new IndexOptions().name("idle").expireAfter(30L, TimeUnit.MINUTES));
        Instant now = clock.now();
        sessions.insertOne(new Document("_id", 1).append("seen", Date.from(now)));
        sessions.insertOne(new Document("_id", 2).append("seen", Date.from(now.plusSeconds(60))));
    }

    private static String run(String kit, List<String> command, String script, String address)
            throws IOException, InterruptedException {
        List<String> whole = new ArrayList<>(command);
        whole.add(script);
        whole.add(address);
        Process process;
        try {
            process = new ProcessBuilder(whole)
                    .directory(KITS.resolve(kit).toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException missing) {
            assumeTrue(false, "SKIPPED, NOT PASSED: " + command.getFirst() + " is not installed");
            return "";
        }
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return output;
    }

    @Test
    void nodeHasTheSameMethods(MayflyServer server, MayflyClock clock, MongoClient client) throws Exception {
        insert(client, clock);
        String script = """
            import { Mayfly } from './index.js';
            const mayfly = Mayfly.at(process.argv[1]);
            console.log((await mayfly.now()).getTime());
            const explained = await mayfly.explain('mongo/app/sessions', 1);
            const forecast = await mayfly.forecast('mongo/app/sessions');
            console.log(explained.deadline.iso, forecast.buckets.reduce((sum, each) => sum + each.documents, 0));
            console.log((await mayfly.advanceToNextExpiry()).toISOString().slice(0, 16));
            const events = await mayfly.events('mongo/app/sessions');
            console.log(JSON.stringify(events.map(each => each.key)), events[0].rule);
            await mayfly.advance('1h');
            await mayfly.advanceToNextExpiry().catch(none => console.log(none.message));
            """;
        assertEquals(
                SEEN,
                run(
                        "npm",
                        List.of("node", "--input-type=module", "-e"),
                        script,
                        server.adminUrl().toString()));
    }

    @Test
    void pythonHasTheSameMethods(MayflyServer server, MayflyClock clock, MongoClient client) throws Exception {
        insert(client, clock);
        String script = """
            import json, sys
            from mayfly_test import Mayfly
            mayfly = Mayfly.at(sys.argv[1])
            print(int(mayfly.now().timestamp() * 1000))
            explained = mayfly.explain("mongo/app/sessions", 1)
            forecast = mayfly.forecast("mongo/app/sessions")
            print(explained["deadline"]["iso"], sum(each["documents"] for each in forecast["buckets"]))
            print(mayfly.advance_to_next_expiry().isoformat()[:16])
            events = mayfly.events("mongo/app/sessions")
            print(json.dumps([each["key"] for each in events]), events[0]["rule"])
            mayfly.advance("1h")
            try:
                mayfly.advance_to_next_expiry()
            except RuntimeError as none:
                print(none)
            """;
        assertEquals(
                SEEN,
                run(
                        "python",
                        List.of("python3", "-B", "-c"),
                        script,
                        server.adminUrl().toString()));
    }
}
