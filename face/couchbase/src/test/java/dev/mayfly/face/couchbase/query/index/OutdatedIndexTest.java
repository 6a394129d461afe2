package dev.mayfly.face.couchbase.query.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.catalog.IndexDefinition;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An index whose keys were made by functions that gave other answers is built again. */
final class OutdatedIndexTest {
    private static final String BY_LENGTH = "SELECT d.w FROM b AS d WHERE LEN(d.w) = 4";

    private final IndexFixture fixture = new IndexFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    private IndexDefinition index() {
        return fixture.keyspace().collection().record().indexes().getFirst();
    }

    @Test
    void indexMadeByFunctionsOfAnotherReleaseIsBuiltAgain() {
        fixture.put("a", "{\"w\":\"four\",\"x\":40}");
        fixture.put("b", "{\"w\":\"three\",\"x\":4}");
        fixture.create("CREATE INDEX i ON b(LEN(w))");
        byte[] said = index().options();
        // Its entries are another's from here on, as if LEN had once been what x is.
        fixture.catalog().drop(fixture.keyspace(), "i");
        fixture.create("CREATE INDEX i ON b(x)");
        String before = new String(said, UTF_8).replaceAll(",\"functions\":\\d+", "");
        fixture.keyspace()
                .collection()
                .definition()
                .alterIndex("i", index -> index.withOptions(before.getBytes(UTF_8)));
        fixture.catalog().refresh(List.of(fixture.keyspace()));
        assertEquals(List.of("a"), fixture.found(BY_LENGTH));
        assertEquals(new String(said, UTF_8), new String(index().options(), UTF_8));
        assertFalse(N1qlIndex.isOutdated(index()));
    }

    @Test
    void onlyIndexesOfFunctionsAreOutdated() {
        fixture.create("CREATE INDEX plain ON b(x, META().id)");
        assertFalse(N1qlIndex.isOutdated(index()));
        fixture.catalog().drop(fixture.keyspace(), "plain");
        fixture.create("CREATE INDEX lowered ON b(x) WHERE LOWER(w) = \"a\"");
        assertFalse(N1qlIndex.isOutdated(index()));
        String before = new String(index().options(), UTF_8).replaceAll(",\"functions\":\\d+", "");
        assertTrue(N1qlIndex.isOutdated(index().withOptions(before.getBytes(UTF_8))));
    }
}
