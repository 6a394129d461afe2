package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.mayfly.app.server.WireClients.KvReply;
import dev.mayfly.app.server.WireClients.Reply;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.transport.Transport;
import dev.mayfly.store.api.StoreException.Reason;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.FaultyStore;
import dev.mayfly.store.contract.StoreCall;
import dev.mayfly.store.memory.MemoryStore;
import dev.mayfly.test.harness.Await;
import dev.mayfly.test.harness.DocsPage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The answers of every face when the store below is in trouble: a real server over a store that fails, asked over its ports. The
 * table in docs/operations.md is written from these answers.
 */
final class TroubleTest {
    private static final DocsPage PAGE = new DocsPage("docs/operations.md");
    private static final Set<StoreCall> WRITING = Set.of(StoreCall.COMMIT, StoreCall.COMMIT_ALL);
    private static final Set<StoreCall> SLOW = Set.of(StoreCall.COMMIT, StoreCall.COMMIT_ALL, StoreCall.SCAN);
    private static final int SET = 0x01;
    private static final int GET = 0x00;

    /** The troubles that a store can have. */
    private enum Trouble {
        FULL("the disk is full", failing(Reason.FULL, WRITING)),
        READ_ONLY("read-only since a write failed", failing(Reason.READ_ONLY, WRITING)),
        DAMAGED("stored data is damaged", failing(Reason.CORRUPT, Set.of(StoreCall.values()))),
        UNAVAILABLE("the store does not answer", failing(Reason.UNAVAILABLE, Set.of(StoreCall.values()))),
        CONFLICTS(
                "others change the same document again and again",
                FaultPlan.always(StoreCall.COMMIT, new Fault.Conflict()));

        private final String words;

        @SuppressWarnings("ImmutableEnumChecker") // A plan without a count never changes.
        private final FaultPlan plan;

        Trouble(String words, FaultPlan plan) {
            this.words = words;
            this.plan = plan;
        }

        private static FaultPlan failing(Reason reason, Set<StoreCall> calls) {
            return (call, _) -> calls.contains(call) ? new Fault.Failure(reason) : null;
        }
    }

    /** The services that answer. */
    enum Face {
        MONGO("mongo") {
            @Override
            String write(WireClients clients) throws IOException {
                return answer(clients.mongo("{update: 'c', updates: [{q: {_id: 1}, u: {$inc: {n: 1}}}], $db: 'd'}"));
            }

            @Override
            String read(WireClients clients) throws IOException {
                return answer(clients.mongo("{find: 'c', filter: {_id: 1}, $db: 'd'}"));
            }

            private String answer(BsonDocument reply) {
                SAID.add(reply.toJson());
                BsonValue errors = reply.get("writeErrors");
                BsonDocument error =
                        errors == null ? reply : errors.asArray().getFirst().asDocument();
                String name = error.containsKey("codeName")
                        ? " " + error.getString("codeName").getValue()
                        : "";
                return error.containsKey("code") ? error.getNumber("code").intValue() + name : "done";
            }
        },
        COSMOS("cosmos") {
            @Override
            String write(WireClients clients) throws Exception {
                return answer(clients.cosmos(
                        "PUT",
                        "docs",
                        "dbs/d/colls/c/docs/a",
                        "/dbs/d/colls/c/docs/a",
                        "[\"p\"]",
                        "{\"id\":\"a\",\"pk\":\"p\"}"));
            }

            @Override
            String read(WireClients clients) throws Exception {
                return answer(
                        clients.cosmos("GET", "docs", "dbs/d/colls/c/docs/a", "/dbs/d/colls/c/docs/a", "[\"p\"]", ""));
            }

            private String answer(Reply reply) {
                return said(
                        reply,
                        reply.status() < 400 ? "" : json(reply).path("code").asString());
            }
        },
        KEY_VALUE("couchbase, keys and values") {
            @Override
            String write(WireClients clients) throws IOException {
                return answer(clients.keyValue(SET, new byte[8], "a", "{\"n\":1}"));
            }

            @Override
            String read(WireClients clients) throws IOException {
                return answer(clients.keyValue(GET, new byte[0], "a", ""));
            }

            private String answer(KvReply reply) {
                SAID.add(reply.body());
                return Stream.of(Status.values())
                        .filter(status -> status.code() == reply.status())
                        .map(status ->
                                status == Status.SUCCESS ? "done" : "0x%02x %s".formatted(status.code(), status.name()))
                        .findFirst()
                        .orElseThrow();
            }
        },
        QUERY("couchbase, statements") {
            @Override
            String write(WireClients clients) throws Exception {
                return answer(clients.query("UPSERT INTO default (KEY, VALUE) VALUES (\"a\", {\"n\": 2})"));
            }

            @Override
            String read(WireClients clients) throws Exception {
                return answer(clients.query("SELECT * FROM default USE KEYS \"a\""));
            }

            private String answer(Reply reply) {
                JsonNode error = json(reply).path("errors").path(0);
                String code = error.isMissingNode()
                        ? ""
                        : "error " + error.path("code").asInt();
                return said(reply, code + (error.path("retry").asBoolean(false) ? ", retry" : ""));
            }
        },
        MANAGEMENT("couchbase, management") {
            @Override
            String write(WireClients clients) throws Exception {
                return answer(clients.management("POST", "/pools/default/buckets", "name=other&ramQuotaMB=100"));
            }

            @Override
            String read(WireClients clients) throws Exception {
                return answer(clients.management("GET", "/pools/default/buckets/default", ""));
            }

            private String answer(Reply reply) {
                return said(reply, "");
            }
        },
        ADMIN("admin API") {
            @Override
            String write(WireClients clients) throws Exception {
                List<String> answers = new ArrayList<>();
                for (String path : DOCUMENTS) {
                    answers.add(answer(clients.admin("PUT", path, BODIES.get(DOCUMENTS.indexOf(path)))));
                }
                return same(answers);
            }

            @Override
            String read(WireClients clients) throws Exception {
                List<String> answers = new ArrayList<>();
                for (String path : DOCUMENTS) {
                    answers.add(answer(clients.admin("GET", path, "")));
                }
                return same(answers);
            }

            @Override
            String one(WireClients clients) throws Exception {
                return answer(clients.admin("PUT", DOCUMENTS.getLast(), BODIES.getLast()));
            }

            private String answer(Reply reply) {
                String code = reply.status() < 400
                        ? ""
                        : json(reply).path("error").path("code").asString();
                return said(reply, code);
            }

            private String same(List<String> answers) {
                assertEquals(
                        1,
                        Set.copyOf(answers).size(),
                        "the documents of each face, asked through the admin face: " + answers);
                return answers.getFirst();
            }
        },
        CONSOLE("console") {
            @Override
            String write(WireClients clients) {
                // Its pages have a browser ask the admin API.
                return "as the admin API";
            }

            @Override
            String one(WireClients clients) throws Exception {
                return read(clients);
            }

            @Override
            String read(WireClients clients) throws Exception {
                return said(
                        clients.admin("GET", "/console/collections/couchbase/default/_default._default/documents", ""),
                        "");
            }
        };

        private static final List<String> SAID = new ArrayList<>();
        private static final List<String> DOCUMENTS = List.of(
                "/api/v1/collections/mongo/d/c/documents/1",
                "/api/v1/collections/cosmos/d/c/documents/a?partitionKey=%5B%22p%22%5D",
                "/api/v1/collections/couchbase/default/_default._default/documents/a");
        private static final List<String> BODIES =
                List.of("{\"n\": 3}", "{\"id\": \"a\", \"pk\": \"p\", \"n\": 3}", "{\"n\": 3}");

        private final String words;

        Face(String words) {
            this.words = words;
        }

        /** One request; it writes where the face can. */
        String one(WireClients clients) throws Exception {
            return write(clients);
        }

        abstract String write(WireClients clients) throws Exception;

        abstract String read(WireClients clients) throws Exception;

        private static JsonNode json(Reply reply) {
            return new JsonMapper().readTree(reply.body());
        }

        private static String said(Reply reply, String code) {
            SAID.add(reply.body());
            return reply.status() < 400 && code.isEmpty() ? "done" : (reply.status() + " " + code).strip();
        }
    }

    @Test
    void everyFaceSaysEveryTroubleInItsOwnCodes() throws Exception {
        StringBuilder table = new StringBuilder(head());
        FaultyStore store = new FaultyStore(new MemoryStore(), _ -> {});
        try (ServerFixture fixture = new ServerFixture(store);
                WireClients clients = new WireClients(fixture.server)) {
            prepare(fixture, clients);
            Face.SAID.clear();
            for (Trouble trouble : Trouble.values()) {
                store.plan(trouble.plan);
                table.append(row(trouble.words + ": a write", clients, Face::write));
                table.append(row(trouble.words + ": a read", clients, Face::read));
                store.plan(FaultPlan.NONE);
            }
            for (Face face : Face.values()) {
                assertEquals("done", face.read(clients), face.words);
            }
        }
        Face.SAID.forEach(TroubleTest::requireWords);
        PAGE.check("troubles", table.toString());
    }

    private static void prepare(ServerFixture fixture, WireClients clients) throws Exception {
        ThreeFaces faces = new ThreeFaces(fixture);
        faces.cosmos("d", "c", "");
        clients.selectBucket("default");
        clients.mongo("{insert: 'c', documents: [{_id: 1, n: 1}], $db: 'd'}");
        Reply created = clients.cosmos(
                "POST", "docs", "dbs/d/colls/c", "/dbs/d/colls/c/docs", "[\"p\"]", "{\"id\":\"a\",\"pk\":\"p\"}");
        assertEquals(201, created.status(), created.body());
        assertEquals(0, clients.keyValue(SET, new byte[8], "a", "{\"n\":1}").status());
    }

    private static String head() {
        Face[] faces = Face.values();
        String words = Arrays.stream(faces).map(face -> face.words).collect(Collectors.joining(" | "));
        return "| | " + words + " |\n|---|" + "---|".repeat(faces.length) + "\n";
    }

    /** One request of a kind to one face. */
    @FunctionalInterface
    private interface Asking {
        String ask(Face face, WireClients clients) throws Exception;
    }

    private static String row(String what, WireClients clients, Asking asking) throws Exception {
        StringBuilder row = new StringBuilder("| " + what + " |");
        for (Face face : Face.values()) {
            row.append(' ').append(asking.ask(face, clients)).append(" |");
        }
        return row.append('\n').toString();
    }

    /** No class of ours or of a library, no text of a record and nothing that is said below a face reaches a client. */
    static void requireWords(String said) {
        Stream<String> errors =
                Stream.of(EngineError.class.getPermittedSubclasses()).map(Class::getSimpleName);
        Stream<String> others = Stream.of(
                "dev.mayfly",
                "org.rocksdb",
                "java.",
                "Exception",
                "failed on purpose",
                "partition=",
                "[name=",
                "\tat ");
        Stream.concat(errors.flatMap(name -> Stream.of(name + "[", "\"" + name + "\"")), others)
                .forEach(never -> assertFalse(said.contains(never), () -> never + " in " + said));
    }

    @Test
    void stopLetsTheRequestThatRunsEndAndClosesItsConnection() throws Exception {
        StringBuilder running = new StringBuilder("| the server stops: a request that runs |");
        StringBuilder next = new StringBuilder("| the server stops: the next request of its connection |");
        for (Face face : Face.values()) {
            Stopped stopped = stop(face);
            running.append(' ').append(stopped.running).append(" |");
            next.append(' ').append(stopped.next).append(" |");
        }
        PAGE.check("stopping", head() + running + "\n" + next + "\n");
    }

    /** The answers of a face to a request that was running when its server was stopped, and to the next one. */
    private record Stopped(String running, String next) {}

    private static Stopped stop(Face face) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        FaultyStore store = new FaultyStore(new MemoryStore(), _ -> hold(begun, go));
        try (ServerFixture fixture = new ServerFixture(store);
                WireClients clients = new WireClients(fixture.server)) {
            prepare(fixture, clients);
            store.plan((call, _) -> SLOW.contains(call) ? new Fault.Delay(Duration.ZERO) : null);
            AtomicReference<String> answer = new AtomicReference<>("none");
            Thread asking = Thread.ofVirtual().start(() -> answer.set(one(face, clients)));
            begun.await();
            Thread stopping = Thread.ofPlatform().start(fixture.server::close);
            Await.until("the stop waits for the request", () -> isInTransport(stopping));
            go.countDown();
            asking.join();
            stopping.join();
            return new Stopped(answer.get(), one(face, clients));
        }
    }

    private static String one(Face face, WireClients clients) {
        try {
            return face.one(clients);
        } catch (Exception _) {
            return "closed";
        }
    }

    /** The transport has told all its connections to end, and waits until they have. */
    private static boolean isInTransport(Thread stopping) {
        return stopping.getState() == Thread.State.WAITING
                && Stream.of(stopping.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(Transport.class.getName()));
    }

    private static void hold(CountDownLatch begun, CountDownLatch go) {
        begun.countDown();
        try {
            go.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
