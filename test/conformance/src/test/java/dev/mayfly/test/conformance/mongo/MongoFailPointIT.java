package dev.mayfly.test.conformance.mongo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.conformance.driver.LocalServer;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that fail because a client wants them to, on a server that was started for tests. */
@Rows("failpoints")
final class MongoFailPointIT {
    private static final String RETRYABLE = "RetryableWriteError";
    private static final List<String> POINTS =
            List.of("failCommand", "failGetMoreAfterCursorCheckout", "onPrimaryTransactionalWrite");

    private static LocalServer server;
    private static MongoClient client;

    /** Sends everything once. */
    private static MongoClient plain;

    private MongoCollection<Document> documents;

    @BeforeAll
    static void start() throws Exception {
        server = LocalServer.start(Map.of(Setting.MONGO_REPLSET, "rs0", Setting.MONGO_TEST_COMMANDS, "true"));
        client = server.client("&appName=tests");
        plain = server.client("&retryReads=false&retryWrites=false");
    }

    @AfterAll
    static void stop() {
        client.close();
        plain.close();
        server.close();
    }

    @BeforeEach
    void fill() {
        documents = client.getDatabase("app").getCollection("failing");
        documents.drop();
        documents.insertMany(List.of(Document.parse("{_id: 1}"), Document.parse("{_id: 2}")));
    }

    @AfterEach
    void switchOff() {
        POINTS.forEach(point -> admin("{configureFailPoint: '" + point + "', mode: 'off'}"));
    }

    private static Document admin(String command) {
        return plain.getDatabase("admin").runCommand(Document.parse(command));
    }

    private static void failCommand(String mode, String data) {
        admin("{configureFailPoint: 'failCommand', mode: " + mode + ", data: " + data + "}");
    }

    private static MongoCollection<Document> once() {
        return plain.getDatabase("app").getCollection("failing");
    }

    private static boolean pings() {
        try {
            plain.getDatabase("app").runCommand(Document.parse("{ping: 1}"));
            return true;
        } catch (MongoCommandException refusal) {
            assertEquals(2, refusal.getErrorCode());
            return false;
        }
    }

    @Row(
            number = 10,
            when = "`mode`: `'off'`, `'alwaysOn'`, `{times: N}`, `{skip: N}`, `{activationProbability: P}`",
            then = "counts the requests that it is meant for, and no others")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'off' | [true, true, true]",
                "'alwaysOn' | [false, false, false]",
                "{times: 2} | [false, false, true]",
                "{skip: 1} | [true, false, false]",
                "{activationProbability: 0} | [true, true, true]",
                "{activationProbability: 1.0} | [false, false, false]"
            })
    void modeSaysWhichRequestsFail(String test) {
        String mode = test.substring(0, test.indexOf('|'));
        failCommand(mode, "{failCommands: ['ping'], errorCode: 2}");
        assertEquals(2, once().countDocuments());
        assertEquals(
                test.substring(test.indexOf('|') + 2),
                List.of(pings(), pings(), pings()).toString());
    }

    @Row(
            number = 20,
            when = "`errorCode` for `failCommands`, or for all with `failAllCommands`",
            then = "the command is refused with it, before it has done anything")
    @Test
    void commandIsRefusedWithTheCode() {
        failCommand("{times: 1}", "{failCommands: ['insert'], errorCode: 12345}");
        MongoCommandException refusal =
                assertThrows(MongoCommandException.class, () -> once().insertOne(Document.parse("{_id: 3}")));
        assertEquals(
                new Refusal(12345, "Location12345", "Failing command via 'failCommand' failpoint"),
                new Refusal(refusal.getErrorCode(), refusal.getErrorCodeName(), refusal.getErrorMessage()));
        assertEquals(2, once().countDocuments());
    }

    @Row(number = 30, when = "`closeConnection: true`", then = "the connection is closed without an answer")
    @Test
    void connectionIsClosedWithoutAnAnswer() {
        failCommand("{times: 1}", "{failCommands: ['find'], closeConnection: true}");
        assertThrows(MongoSocketReadException.class, () -> once().find().first());
    }

    @Row(
            number = 40,
            when = "`blockConnection: true`, `blockTimeMS`",
            then = "the command waits so long first; `maxTimeMS` and `killOp` end the wait")
    @Test
    void blockedCommandWaits() {
        failCommand("'alwaysOn'", "{failCommands: ['find'], blockConnection: true, blockTimeMS: 60000}");
        MongoException refusal = assertThrows(
                MongoException.class,
                () -> once().find().maxTime(60, TimeUnit.MILLISECONDS).first());
        assertEquals(50, refusal.getCode());
        failCommand("{times: 1}", "{failCommands: ['find'], blockConnection: true, blockTimeMS: 1}");
        assertEquals(1, Objects.requireNonNull(once().find().first()).getInteger("_id"));
    }

    @Row(
            number = 50,
            when = "`errorLabels`",
            then = "are the labels of the answer, also where there are none; without it those that a primary gives:"
                    + " `RetryableWriteError`, `TransientTransactionError`, `ResumableChangeStreamError`")
    @Test
    void labelsAreThoseOfThePrimaryUnlessTheyAreGiven() {
        failCommand("{times: 2}", "{failCommands: ['insert'], errorCode: 91}");
        MongoException failure =
                assertThrows(MongoException.class, () -> documents.insertOne(Document.parse("{_id: 3}")));
        assertTrue(failure.hasErrorLabel(RETRYABLE));
        failCommand("{times: 1}", "{failCommands: ['insert'], errorCode: 91, errorLabels: ['Mine']}");
        MongoException labelled =
                assertThrows(MongoException.class, () -> documents.insertOne(Document.parse("{_id: 3}")));
        assertEquals(Set.of("Mine"), labelled.getErrorLabels());
        failCommand("{times: 1}", "{failCommands: ['insert'], errorCode: 91, errorLabels: []}");
        MongoException bare = assertThrows(MongoException.class, () -> documents.insertOne(Document.parse("{_id: 3}")));
        assertEquals(Set.of(), bare.getErrorLabels());
        assertEquals(2, documents.countDocuments());
    }

    @Row(
            number = 55,
            when = "the same of a statement of a transaction",
            then = "`TransientTransactionError`, and no write is retried")
    @Test
    void statementOfATransactionIsTransient() {
        failCommand("{times: 1}", "{failCommands: ['insert'], errorCode: 91}");
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            MongoException failure =
                    assertThrows(MongoException.class, () -> documents.insertOne(session, Document.parse("{_id: 3}")));
            assertEquals(Set.of(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL), failure.getErrorLabels());
            session.abortTransaction();
        }
    }

    @Row(number = 60, when = "a driver that tries again what fails once", then = "the write is made once")
    @Test
    void retriedWriteIsMadeOnce() {
        failCommand("{times: 1}", "{failCommands: ['insert'], errorCode: 10107, errorLabels: ['RetryableWriteError']}");
        documents.insertOne(Document.parse("{_id: 3}"));
        failCommand("{times: 1}", "{failCommands: ['insert'], closeConnection: true}");
        documents.insertOne(Document.parse("{_id: 4}"));
        assertEquals(4, documents.countDocuments());
    }

    @Row(number = 70, when = "`writeConcernError`", then = "the command is carried out, and its answer has the error")
    @Test
    void writeConcernErrorIsAddedToTheAnswer() {
        failCommand("{times: 1}", "{failCommands: ['insert'], writeConcernError: {code: 100, errmsg: 'not enough'}}");
        MongoWriteConcernException failure =
                assertThrows(MongoWriteConcernException.class, () -> once().insertOne(Document.parse("{_id: 3}")));
        assertEquals(100, failure.getWriteConcernError().getCode());
        assertEquals(3, once().countDocuments());
    }

    @Row(
            number = 80,
            when = "`appName`, `namespace`",
            then = "only requests of this application, or for this collection, fail")
    @Test
    void onlyTheApplicationAndTheCollectionFail() {
        failCommand("'alwaysOn'", "{failCommands: ['find'], errorCode: 2, appName: 'tests'}");
        assertEquals(2, once().find().into(new ArrayList<>()).size());
        assertThrows(MongoException.class, () -> documents.find().first());
        failCommand("'alwaysOn'", "{failCommands: ['find'], errorCode: 2, namespace: 'app.other'}");
        assertEquals(1, Objects.requireNonNull(once().find().first()).getInteger("_id"));
        failCommand("'alwaysOn'", "{failCommands: ['find'], errorCode: 2, namespace: 'app.failing'}");
        assertThrows(MongoException.class, () -> once().find().first());
    }

    @Row(
            number = 90,
            when = "`failGetMoreAfterCursorCheckout` with a change stream",
            then = "`ResumableChangeStreamError` where the code allows it, and the driver goes on")
    @Test
    void changeStreamIsResumed() {
        try (MongoCursor<ChangeStreamDocument<Document>> stream =
                documents.watch().batchSize(1).iterator()) {
            documents.insertOne(Document.parse("{_id: 3}"));
            admin("{configureFailPoint: 'failGetMoreAfterCursorCheckout', mode: {times: 1}, data: {errorCode: 10107}}");
            assertEquals(
                    3, Objects.requireNonNull(stream.next().getFullDocument()).getInteger("_id"));
            admin("{configureFailPoint: 'failGetMoreAfterCursorCheckout', mode: {times: 1}, data: {errorCode: 280}}");
            documents.insertOne(Document.parse("{_id: 4}"));
            MongoException failure = assertThrows(MongoException.class, stream::next);
            assertEquals(Set.of("NonResumableChangeStreamError"), failure.getErrorLabels());
        }
    }

    @Row(
            number = 100,
            when = "`onPrimaryTransactionalWrite`, with and without `failBeforeCommitExceptionCode`",
            then =
                    "the connection is closed unless `closeConnection: false`; the write was made, or was not: either way"
                            + " the driver's second attempt leaves it made once")
    @Test
    void numberedWriteIsMadeOnceWhereverItsConnectionEnds() {
        admin("{configureFailPoint: 'onPrimaryTransactionalWrite', mode: {times: 1}}");
        documents.updateOne(Document.parse("{_id: 1}"), Document.parse("{$inc: {n: 1}}"));
        admin("{configureFailPoint: 'onPrimaryTransactionalWrite', mode: {times: 1},"
                + " data: {failBeforeCommitExceptionCode: 1}}");
        documents.updateOne(Document.parse("{_id: 1}"), Document.parse("{$inc: {n: 1}}"));
        assertEquals(2, Objects.requireNonNull(documents.find().first()).getInteger("n"));
    }

    @Row(
            number = 110,
            when = "an unknown fail point, mode, or field of `data`",
            then = "132 FailPointSetFailed; 2 BadValue; 2, where MongoDB passes unknown fields over",
            unlike = "a test that asks for what there is not fails instead of passing")
    @Test
    void whatIsNotUnderstoodIsRefused() {
        assertEquals(
                132,
                Refusal.of(() -> admin("{configureFailPoint: 'noSuch', mode: 'off'}"))
                        .code());
        assertEquals(
                2,
                Refusal.of(() -> admin("{configureFailPoint: 'failCommand', mode: 'now'}"))
                        .code());
        assertEquals(
                2,
                Refusal.of(() -> failCommand("'alwaysOn'", "{failCommands: ['find'], threadName: 'x'}"))
                        .code());
        assertTrue(pings());
    }

    @Row(
            number = 120,
            when = "a server without `--test-commands`",
            then = "59 `no such command: 'configureFailPoint'`, and `enableTestCommands` is false in"
                    + " `getParameter: '*'`")
    @Test
    void thereAreNoFailPointsUnlessAskedFor() throws Exception {
        assertTrue(admin("{getParameter: '*'}").getBoolean("enableTestCommands"));
        try (LocalServer other = LocalServer.start(Map.of());
                MongoClient otherClient = other.client()) {
            Refusal refusal = Refusal.of(() -> otherClient
                    .getDatabase("admin")
                    .runCommand(Document.parse("{configureFailPoint: 'failCommand', mode: 'off'}")));
            assertEquals(new Refusal(59, "CommandNotFound", "no such command: 'configureFailPoint'"), refusal);
            assertFalse(otherClient
                    .getDatabase("admin")
                    .runCommand(Document.parse("{getParameter: '*'}"))
                    .getBoolean("enableTestCommands"));
        }
    }
}
