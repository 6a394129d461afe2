package dev.mayfly.face.couchbase.query.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.BucketsFixture;
import dev.mayfly.face.couchbase.bucket.CouchbaseRelease;
import dev.mayfly.face.couchbase.bucket.Edition;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.store.memory.SharedMemoryStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Statements that one server has prepared, and another executes. */
final class SharedStatementsTest {
    private final SharedMemoryStore store = new SharedMemoryStore();
    private final BucketRules rules = new BucketRules(CouchbaseRelease.R7_6, Edition.ENTERPRISE, BucketRules.VBUCKETS);
    private final QueryFixture one = new QueryFixture(new BucketsFixture(rules, store));
    private final QueryFixture other = new QueryFixture(new BucketsFixture(rules, store));

    @AfterEach
    void close() {
        other.close();
        one.close();
        store.close();
    }

    private static String run(QueryFixture through, String statement) {
        try {
            QueryFixture.Outcome outcome = through.run(statement, Parameters.NONE);
            return outcome.errors().isEmpty()
                    ? outcome.rows().stream().map(N1qlValues::json).toList().toString()
                    : outcome.errors().toString();
        } catch (N1qlException refusal) {
            return refusal.getMessage();
        }
    }

    @Test
    void aNamedStatementIsExecutedByAnyServerAsItWasPreparedLast() {
        run(one, "PREPARE p AS SELECT RAW 1");
        assertEquals("[1]", run(other, "EXECUTE p"));
        assertTrue(run(other, "PREPARE p AS SELECT RAW 2").contains("duplicate name"));
        run(other, "PREPARE FORCE p AS SELECT RAW 2");
        assertEquals("[2]", run(one, "EXECUTE p"));
        assertEquals("[2]", run(other, "EXECUTE p"));
        assertTrue(one.prepareds.forget("p"));
        assertTrue(run(other, "EXECUTE p").contains("No such prepared statement"));
        assertFalse(other.prepareds.forget("p"));
        run(other, "PREPARE p AS SELECT RAW 3");
        assertEquals("[3]", run(one, "EXECUTE p"));
    }

    @Test
    void oneWithoutANameIsKeptByItsServerAlone() {
        run(one, "PREPARE SELECT RAW 1");
        String name = one.prepareds.all().getFirst().name();
        assertEquals("[1]", run(one, "EXECUTE `" + name + "`"));
        assertTrue(run(other, "EXECUTE `" + name + "`").contains("No such prepared statement"));
        run(other, "PREPARE SELECT RAW 1");
        run(one, "PREPARE q AS SELECT RAW 2");
        assertEquals("[1]", run(other, "EXECUTE `" + name + "`"));
    }
}
