package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerRequestOptions;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.IndexingMode;
import com.azure.cosmos.models.IndexingPolicy;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which indexing modes go with a time to live. */
@MayflyTest(faces = MayflyFace.COSMOS)
@Rows("indexing")
final class TtlIndexingIT extends OnGround {
    private static IndexingPolicy none() {
        return new IndexingPolicy().setAutomatic(false).setIndexingMode(IndexingMode.NONE);
    }

    private static IndexingPolicy lazy() {
        return new IndexingPolicy().setIndexingMode(IndexingMode.LAZY);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 60})
    @Row(number = 1, when = "creates with indexing mode `none` and any `defaultTtl`", then = "400")
    void noneIsRefusedWithTtl(int seconds) {
        CosmosContainerProperties definition =
                ground.definition().setIndexingPolicy(none()).setDefaultTimeToLiveInSeconds(seconds);
        Refusal.expect(400, () -> ground.database().createContainer(definition));
        Refusal.expect(404, () -> ground.container().read());
    }

    @Test
    @Row(number = 2, when = "sets `defaultTtl` where the mode is `none`", then = "400")
    void ttlIsRefusedWhereNothingIsIndexed() {
        ground.create(ground.definition().setIndexingPolicy(none()));
        Refusal.expect(400, () -> ground.setDefaultTtl(60));
        Refusal.expect(400, () -> ground.setDefaultTtl(-1));
        assertNull(ground.properties().getDefaultTimeToLiveInSeconds());
    }

    @Test
    @Row(number = 3, when = "sets the mode `none` where there is a `defaultTtl`", then = "400; nothing changes")
    void noneIsRefusedWhereThereIsTtl() {
        ground.create(60);
        CosmosContainerProperties changed = ground.properties().setIndexingPolicy(none());
        Refusal.expect(400, () -> ground.container().replace(changed));
        assertEquals(
                IndexingMode.CONSISTENT, ground.properties().getIndexingPolicy().getIndexingMode());
        assertEquals(60, ground.properties().getDefaultTimeToLiveInSeconds());
    }

    @Test
    @Row(number = 4, when = "`none` and no `defaultTtl` any more, in one replace", then = "200")
    void bothAtOnceAreAccepted() {
        ground.create(60);
        ground.put("a");
        CosmosContainerProperties changed =
                ground.properties().setIndexingPolicy(none()).setDefaultTimeToLiveInSeconds(null);
        assertEquals(200, ground.container().replace(changed).getStatusCode());
        ground.advance(100);
        assertEquals("a", ground.get("a").get("id").textValue());
    }

    @Test
    @Row(number = 5, when = "`consistent` with `/*` excluded", then = "items expire")
    void excludedPathsExpire() {
        IndexingPolicy nothing =
                new IndexingPolicy().setIncludedPaths(List.of()).setExcludedPaths(List.of(new ExcludedPath("/*")));
        ground.create(ground.definition().setIndexingPolicy(nothing).setDefaultTimeToLiveInSeconds(60));
        ground.put("default");
        ground.putFor("own", "5");
        ground.advance(5);
        Refusal.expect(404, () -> ground.read("own"));
        assertEquals(List.of("default"), ground.query("SELECT VALUE c.id FROM c", String.class));
        ground.advance(55);
        assertEquals(List.of(0), ground.query("SELECT VALUE COUNT(1) FROM c", Integer.class));
    }

    @Test
    @Row(
            number = 6,
            when = "`lazy` with `defaultTtl`",
            then = "accepted; queries are as complete as with `consistent`",
            unlike = "new containers may not be lazy any more; where they are, queries lag behind")
    void lazyIsAcceptedAndComplete() {
        ground.create(ground.definition().setIndexingPolicy(lazy()).setDefaultTimeToLiveInSeconds(60));
        assertEquals(IndexingMode.LAZY, ground.properties().getIndexingPolicy().getIndexingMode());
        ground.put("default");
        ground.putFor("own", "5");
        ground.assertThere("default", "own");
        ground.advance(5);
        ground.assertThere("default");
        ground.setDefaultTtl(5);
        ground.assertThere();
    }

    @Test
    @Row(
            number = 7,
            when = "switches it on, and reads the container",
            then = "`x-ms-documentdb-collection-index-transformation-progress` is 100: nothing is indexed again",
            unlike = "it indexes the container again")
    void nothingIsIndexedAgain() {
        ground.createWithoutTtl();
        ground.put("a");
        ground.setDefaultTtl(60);
        CosmosContainerRequestOptions options = new CosmosContainerRequestOptions().setQuotaInfoEnabled(true);
        assertEquals(
                "100",
                ground.container()
                        .read(options)
                        .getResponseHeaders()
                        .get("x-ms-documentdb-collection-index-transformation-progress"));
    }
}
