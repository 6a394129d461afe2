package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.app.console.error.AdminErrors;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.couchbase.error.CouchbaseErrors;
import dev.mayfly.face.couchbase.error.FailureAnswer;
import dev.mayfly.face.mongo.MongoErrors;
import dev.mayfly.test.harness.DocsPage;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** How the faces word every error of the engine. */
final class EngineErrorTest {
    private static final CollectionName NAME = new CollectionName("mongo", "d", "c");

    /** One of each, in the words of the documentation. */
    private record Sample(String words, EngineError error) {}

    private static final List<Sample> SAMPLES = List.of(
            new Sample("the collection is gone", new EngineError.CollectionMissing(NAME)),
            new Sample("the collection exists", new EngineError.CollectionExists(NAME)),
            new Sample("the index is gone", new EngineError.IndexMissing("a_1")),
            new Sample("two fields of an index hold arrays", new EngineError.ParallelArrays("a", "b")),
            new Sample("a document has too many keys of an index", new EngineError.TooManyKeys("a_1", 1_000)),
            new Sample("a document is too large", new EngineError.DocumentTooLarge(20, 10)),
            new Sample("a key is too long", new EngineError.KeyTooLong(20, 10)),
            new Sample("a value is not unique", new EngineError.DuplicateValue("a_1", new byte[] {1})),
            new Sample(
                    "a rule about a property on which something rests",
                    new EngineError.PropertyRuleRefused("code", "the unique index code_1 rests on it")),
            new Sample("a unique index of several shards", new EngineError.UniqueAcrossShards("a_1", 4)),
            new Sample("too many changes of expiry are pending", new EngineError.TooManyGraves(64)),
            new Sample(
                    "the guard refuses what would expire",
                    new EngineError.TooManyWouldExpire(NAME, 10, EngineError.TooManyWouldExpire.Subject.BOTH)),
            new Sample("others changed the same documents again and again", new EngineError.TooManyConflicts(1_000)),
            new Sample("a transaction has a conflict", new EngineError.TransactionConflict()),
            new Sample("a transaction has lost its snapshot", new EngineError.SnapshotLost(NAME)),
            new Sample("a transaction is too large", new EngineError.TransactionTooLarge(10)),
            new Sample("a document is damaged", new EngineError.DocumentCorrupt(NAME)),
            new Sample("the history is not kept any more", new EngineError.HistoryLost()),
            new Sample("the disk is full", new EngineError.StoreFull()),
            new Sample("the store is read-only", new EngineError.StoreReadOnly()),
            new Sample("the store is damaged", new EngineError.StoreCorrupt("000012.sst")),
            new Sample("the store does not answer", new EngineError.StoreUnavailable()),
            new Sample("the clock is wrong", new EngineError.ClockOff(6_000)));

    @Test
    void thereIsASampleOfEveryError() {
        assertEquals(
                Set.of(EngineError.class.getPermittedSubclasses()),
                SAMPLES.stream().map(sample -> sample.error.getClass()).collect(Collectors.toSet()));
    }

    @Test
    void everyFaceWordsEveryErrorInItsOwnCodes() {
        StringBuilder table =
                new StringBuilder("| | mongo | cosmos | couchbase, keys and values | couchbase, statements |"
                        + " couchbase, management | admin API |\n|---|---|---|---|---|---|---|\n");
        for (Sample sample : SAMPLES) {
            CosmosException cosmos = CosmosErrors.of(sample.error);
            FailureAnswer couchbase = CouchbaseErrors.of(sample.error);
            List<String> cells = List.of(
                    sample.words,
                    MongoErrors.codeOf(sample.error).code() + " "
                            + MongoErrors.codeOf(sample.error).wireName(),
                    cosmos.status() + (cosmos.substatus() == 0 ? "" : "/" + cosmos.substatus()) + " " + cosmos.code(),
                    "0x%02x %s"
                            .formatted(
                                    couchbase.status().code(),
                                    couchbase.status().name()),
                    couchbase.queryCode() + (couchbase.isPassing() ? ", retry" : ""),
                    Integer.toString(couchbase.httpStatus()),
                    AdminErrors.of(sample.error).status() + " "
                            + AdminErrors.of(sample.error).code());
            table.append("| ").append(String.join(" | ", cells)).append(" |\n");
        }
        new DocsPage("docs/operations.md").check("errors", table.toString());
    }

    @Test
    void noFaceNamesAClassOrARecord() {
        for (Sample sample : SAMPLES) {
            TroubleTest.requireWords(MongoErrors.of(sample.error).text());
            TroubleTest.requireWords(
                    String.valueOf(CosmosErrors.of(sample.error).getMessage()));
            TroubleTest.requireWords(CouchbaseErrors.of(sample.error).words());
            TroubleTest.requireWords(String.valueOf(AdminErrors.of(sample.error).getMessage()));
        }
    }
}
