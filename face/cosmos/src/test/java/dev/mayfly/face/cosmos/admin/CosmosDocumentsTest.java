package dev.mayfly.face.cosmos.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.api.AdminGuard;
import dev.mayfly.face.api.ExpectedVersion;
import dev.mayfly.face.api.FaceDocuments.Address;
import dev.mayfly.face.api.FaceDocuments.Question;
import dev.mayfly.face.api.FaceDocuments.Row;
import dev.mayfly.face.api.FaceRefusal;
import dev.mayfly.face.cosmos.CosmosFace;
import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.face.cosmos.StoreHook;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CosmosDocumentsTest {
    private static final long SECOND = CosmosFixture.START / 1_000;
    private static final String ITEM = "[\"p\", \"1\"]";

    private final StoreHook hook = new StoreHook();
    private final CosmosFixture fixture = CosmosFixture.unswept(hook.over(new MemoryStore()));

    @BeforeEach
    void create() {
        fixture.call("POST", "/dbs", "{\"id\":\"d\"}");
        String container = "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\"},\"defaultTtl\":60,"
                + "\"ttlPropertyPath\":\"/at\"}";
        assertEquals(201, fixture.call("POST", "/dbs/d/colls", container).status());
    }

    @AfterEach
    void close() {
        hook.never();
        fixture.close();
    }

    private Collection collection() {
        return Objects.requireNonNull(fixture.engine().find(new CollectionName(CosmosFace.NAME, "d", "c")));
    }

    private Address item() {
        return new Address(collection(), ITEM, null);
    }

    private void put(long at) {
        fixture.documents().put(item(), "{\"pk\":\"p\",\"at\":" + at + "}", null, ExpectedVersion.ANY);
    }

    private long deadline() {
        Collection collection = collection();
        return Objects.requireNonNull(collection.get(collection.reading(), ItemKeyText.INSTANCE.read(ITEM)))
                .deadline();
    }

    @Test
    void aTouchMeetsItsInstantThoughThePropertyChangesMeanwhile() {
        put(SECOND);
        hook.once(() -> put(SECOND + 40));
        fixture.documents().touch(item(), new Lifetime.For(900), CosmosFixture.START);
        assertEquals(CosmosFixture.START + 900_000, deadline());
    }

    @Test
    void aTouchGivesUpWhereOthersChangeTheItemAgainAndAgain() {
        put(SECOND);
        long[] at = {SECOND};
        hook.always(() -> put(++at[0]));
        FaceRefusal refused = assertThrows(
                FaceRefusal.class, () -> fixture.documents().touch(item(), new Lifetime.For(900), CosmosFixture.START));
        assertEquals(FaceRefusal.Reason.CONFLICT, refused.reason());
        assertTrue(at[0] - SECOND >= 100, at[0] - SECOND + " changes");
    }

    @Test
    void rowsComeFromAsManyPagesAsTheyTakeAndTellTheirIds() {
        String large = "x".repeat(1 << 20);
        for (int i = 0; i < 7; i++) {
            String body = "{\"pk\":\"p\",\"at\":" + SECOND + ",\"n\":" + i + ",\"s\":\"" + large + "\"}";
            fixture.documents()
                    .put(new Address(collection(), Integer.toString(i), "[\"p\"]"), body, null, ExpectedVersion.ANY);
        }
        String all = "{\"statement\":\"SELECT c.id, c.pk, c.s FROM c WHERE c.n >= @least ORDER BY c.n\","
                + "\"parameters\":[{\"name\":\"@least\",\"value\":1}]}";
        var rows = fixture.documents().query(new Question(collection(), all, 5, 1_000));
        assertTrue(rows.truncated());
        assertEquals(
                List.of("[\"p\",\"1\"]", "[\"p\",\"2\"]", "[\"p\",\"3\"]", "[\"p\",\"4\"]", "[\"p\",\"5\"]"),
                rows.items().stream().map(Row::id).toList());
    }

    @Test
    void refusalsAreWordsForAPerson() {
        FaceRefusal wrong = assertThrows(
                FaceRefusal.class,
                () -> fixture.documents()
                        .query(new Question(collection(), "{\"statement\":\"SELECT c.a FROM\"}", 5, 1_000)));
        assertEquals(FaceRefusal.Reason.INVALID, wrong.reason());
        assertTrue(wrong.text().startsWith("Syntax error"), wrong.text());
        put(SECOND);
        FaceRefusal moved = assertThrows(
                FaceRefusal.class,
                () -> fixture.documents()
                        .put(item(), "{\"pk\":\"q\",\"at\":" + SECOND + "}", null, ExpectedVersion.ANY));
        assertEquals(FaceRefusal.Reason.INVALID, moved.reason());
    }

    /** Each of these would take for minutes; each look at the clock takes 5 ms. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT VALUE COUNT(1) FROM c JOIN x IN c.a JOIN y IN c.a",
                "SELECT VALUE 1 FROM c WHERE RegexMatch(c.s, '((a{1,20}){1,20}b)+$')",
                "SELECT x, COUNT(1) AS n FROM c JOIN x IN c.a JOIN y IN c.a GROUP BY x",
                "SELECT DISTINCT VALUE x FROM c JOIN x IN c.a JOIN y IN c.a",
                "SELECT VALUE 1 FROM c JOIN x IN c.a JOIN y IN c.a WHERE x + y < 0",
            })
    void queryIsOverAtItsLimit(String text) {
        StringBuilder numbers = new StringBuilder("0");
        for (int i = 1; i < 3_000; i++) {
            numbers.append(',').append(i);
        }
        String item =
                "{\"pk\":\"p\",\"at\":" + SECOND + ",\"a\":[" + numbers + "],\"s\":\"" + "a".repeat(1 << 20) + "\"}";
        fixture.documents().put(item(), item, null, ExpectedVersion.ANY);
        long[] looks = {0};
        VirtualClock machine = new VirtualClock(CosmosFixture.START);
        try (AdminGuard guard = new AdminGuard(RequestMemoryPool.unbounded(), machine, 1_000, () -> {
            looks[0]++;
            machine.advance(Duration.ofMillis(5));
            return true;
        })) {
            FaceRefusal over = assertThrows(
                    FaceRefusal.class,
                    () -> guard.during(() -> fixture.documents()
                            .query(new Question(collection(), "{\"statement\":\"" + text + "\"}", 5, 1_000))));
            assertEquals(FaceRefusal.Reason.TIMEOUT, over.reason());
        }
        assertTrue(looks[0] <= 201, looks[0] + " looks");
    }
}
