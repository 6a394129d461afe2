package dev.mayfly.face.couchbase.query.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.access.StoredUser;
import dev.mayfly.face.couchbase.access.UserDomain;
import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.BucketsFixture;
import dev.mayfly.face.couchbase.bucket.CouchbaseRelease;
import dev.mayfly.face.couchbase.bucket.Edition;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.function.FunctionSandbox;
import dev.mayfly.face.couchbase.session.Identity;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Functions that users make: who may, where they are known, and servers without scripts. */
final class UserFunctionsTest {
    private static final BucketRules RULES =
            new BucketRules(CouchbaseRelease.R7_6, Edition.ENTERPRISE, BucketRules.VBUCKETS);

    private static String run(QueryFixture through, String statement) {
        try {
            QueryFixture.Outcome outcome = through.run(statement, Parameters.NONE);
            return outcome.errors().isEmpty()
                    ? outcome.rows().stream().map(N1qlValues::json).toList().toString()
                    : outcome.errors().getFirst().code() + " "
                            + outcome.errors().getFirst().text();
        } catch (N1qlException refusal) {
            return refusal.code() + " " + refusal.text();
        }
    }

    @Test
    void functionsAreThereAfterARestart() {
        SharedMemoryStore store = new SharedMemoryStore();
        try (QueryFixture before = new QueryFixture(new BucketsFixture(RULES, store))) {
            run(before, "CREATE FUNCTION twice(n) { n * 2 }");
            run(
                    before,
                    "CREATE FUNCTION default._default.half(n) LANGUAGE JAVASCRIPT AS"
                            + " 'function half(n) { return n / 2; }'");
        }
        try (QueryFixture after = new QueryFixture(new BucketsFixture(RULES, store))) {
            assertEquals("[42]", run(after, "SELECT RAW twice(21)"));
            assertEquals("[10.5]", run(after, "SELECT RAW default._default.half(21)"));
        }
        store.close();
    }

    @Test
    void serversOfOneStoreKnowTheSameFunctions() {
        SharedMemoryStore store = new SharedMemoryStore();
        try (QueryFixture one = new QueryFixture(new BucketsFixture(RULES, store));
                QueryFixture other = new QueryFixture(new BucketsFixture(RULES, store))) {
            for (String name : List.of("f", "default._default.f")) {
                run(one, "CREATE FUNCTION " + name + "() { 1 }");
                assertEquals("[1]", run(other, "EXECUTE FUNCTION " + name + "()"));
                run(other, "CREATE OR REPLACE FUNCTION " + name + "() { 2 }");
                assertEquals("[2]", run(one, "EXECUTE FUNCTION " + name + "()"));
                run(one, "DROP FUNCTION " + name);
                assertEquals("10101 Function 'f' not found", run(other, "EXECUTE FUNCTION " + name + "()"));
            }
        }
        store.close();
    }

    /** Which of its bounds is reached first is up to the machine. */
    @Test
    void hostileFunctionsEndWithinTheirBounds() {
        try (QueryFixture fixture = new QueryFixture(new BucketsFixture(RULES))) {
            run(
                    fixture,
                    "CREATE FUNCTION eats() LANGUAGE JAVASCRIPT AS \"function eats()"
                            + " { const all = []; for (;;) { all.push('x'.repeat(100000) + all.length); } }\"");
            run(
                    fixture,
                    "CREATE FUNCTION deep() LANGUAGE JAVASCRIPT AS \"function deep()"
                            + " { let o = {}; for (let i = 0; i < 5000; i++) { o = {o}; } return o; }\"");
            for (String name : List.of("eats", "deep")) {
                String answer = run(fixture, "EXECUTE FUNCTION " + name + "()");
                assertTrue(answer.startsWith("10109 Error executing function '" + name + "'"), answer);
            }
            assertEquals("[1]", run(fixture, "SELECT RAW 1"));
        }
    }

    @Test
    void withoutScriptsInlineFunctionsGoOn() {
        try (QueryFixture off =
                new QueryFixture(new BucketsFixture(RULES), new FunctionSandbox(null, Edition.ENTERPRISE))) {
            String script = "CREATE FUNCTION s() LANGUAGE JAVASCRIPT AS 'function s() { return 1; }'";
            assertEquals(
                    "10108 internal javascript functions are disabled - cause: the server was started with"
                            + " --scripts off",
                    run(off, script));
            run(off, "CREATE FUNCTION one() { 1 }");
            assertEquals("[1]", run(off, "EXECUTE FUNCTION one()"));
        }
        try (QueryFixture community =
                new QueryFixture(new BucketsFixture(RULES), new FunctionSandbox(null, Edition.COMMUNITY))) {
            assertEquals(
                    "10100 Functions of type javascript are only supported in Enterprise Edition",
                    run(community, "CREATE FUNCTION s() LANGUAGE JAVASCRIPT AS 'function s() { return 1; }'"));
        }
    }

    @Test
    void callsInCallsEndBeforeTheStackDoes() throws InterruptedException {
        AtomicReference<String> answer = new AtomicReference<>();
        try (QueryFixture fixture = new QueryFixture()) {
            onStack(16 << 20, () -> run(fixture, "CREATE FUNCTION f(n) { " + "NOT ".repeat(900) + "f(n + 1) }"));
            onStack(256 << 10, () -> answer.set(run(fixture, "SELECT RAW f(0)")));
            assertEquals("[1]", run(fixture, "SELECT RAW 1"));
        }
        assertTrue(answer.get().contains("Error executing function 'f'"), answer.get());
    }

    private static void onStack(int bytes, Runnable work) throws InterruptedException {
        Thread thread = new Thread(null, work, "stack of " + bytes, bytes);
        thread.start();
        thread.join();
    }

    private static void user(QueryFixture fixture, String... roles) {
        fixture.users.put(new StoredUser(UserDomain.LOCAL, "ann", "Ann", Map.of(), 0, List.of(roles), List.of()));
        Identity ann = fixture.users.identity("ann");
        assertNotNull(ann);
        fixture.identity = ann;
    }

    private static void assertRefused(String wanted, String answer) {
        assertEquals("13014 User does not have credentials to " + wanted + " to allow the statement to run.", answer);
    }

    @Test
    void eachKindOfFunctionHasRolesOfItsOwn() {
        String script = " LANGUAGE JAVASCRIPT AS 'function f() { return 1; }'";
        try (QueryFixture fixture = new QueryFixture()) {
            run(fixture, "CREATE FUNCTION g() { 1 }");
            run(fixture, "CREATE FUNCTION default._default.s() { 2 }");
            run(fixture, "CREATE FUNCTION default._default.f()" + script);
            user(fixture, "query_select[default]");
            assertRefused(
                    "execute global functions. Add role query_execute_global_functions", run(fixture, "SELECT g()"));
            assertRefused(
                    "manage global external functions. Add role query_manage_global_external_functions",
                    run(fixture, "CREATE FUNCTION f()" + script));
            assertRefused(
                    "execute scope functions. Add role query_execute_functions on default:default._default.s",
                    run(fixture, "EXECUTE FUNCTION default._default.s()"));
            assertEquals("[]", run(fixture, "SELECT RAW META().id FROM system:functions"));
            user(fixture, "query_execute_global_functions", "query_execute_functions[default:_default]");
            assertEquals("[3]", run(fixture, "SELECT RAW g() + default._default.s()"));
            assertRefused(
                    "manage global functions. Add role query_manage_global_functions", run(fixture, "DROP FUNCTION g"));
            assertRefused(
                    "execute scope external functions. Add role query_execute_external_functions on"
                            + " default:default._default.f",
                    run(fixture, "EXECUTE FUNCTION default._default.f()"));
            assertEquals(
                    "[\"default:g\", \"default:default._default.s\"]",
                    run(fixture, "SELECT RAW META().id FROM system:functions"));
            user(fixture, "query_manage_external_functions[default]", "query_execute_external_functions[default]");
            assertEquals("[1]", run(fixture, "EXECUTE FUNCTION default._default.f()"));
            assertEquals("[]", run(fixture, "DROP FUNCTION default._default.f"));
        }
    }

    @Test
    void aFunctionReadsWhatItsCallerMayRead() {
        try (QueryFixture fixture = new QueryFixture()) {
            fixture.put("default", "a", "{\"n\": 1}");
            run(fixture, "CREATE FUNCTION all_of() { (SELECT RAW d.n FROM default d) }");
            user(fixture, "query_execute_global_functions", "query_select[default]");
            assertEquals("[[1]]", run(fixture, "EXECUTE FUNCTION all_of()"));
            user(fixture, "query_execute_global_functions");
            assertRefused(
                    "run SELECT queries on default:default. Add role query_select on default:default",
                    run(fixture, "EXECUTE FUNCTION all_of()"));
        }
    }
}
