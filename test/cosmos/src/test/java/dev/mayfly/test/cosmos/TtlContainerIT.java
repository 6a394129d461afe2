package dev.mayfly.test.cosmos;

import static dev.mayfly.test.cosmos.Ground.item;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerResponse;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The values that {@code defaultTtl} may have, and the effect of a change of it on the items that are there. */
@MayflyTest(faces = {MayflyFace.COSMOS, MayflyFace.ADMIN})
@Rows("containers")
final class TtlContainerIT extends OnGround {
    private static final int YEAR = 365 * 86_400;

    /** For how long a change can be taken back without loss. */
    private static final Duration GRACE = Duration.ofHours(1);

    @Test
    @Row(number = 1, when = "creates a container without `defaultTtl`", then = "201; off, and the property is absent")
    void missingIsOff() {
        ground.createWithoutTtl();
        assertNull(ground.properties().getDefaultTimeToLiveInSeconds());
        Wire.Answer read = ground.wire().send("GET", ground.path(), Map.of(), (String) null);
        assertFalse(read.json().has("defaultTtl"), read::toString);
        ground.putFor("own", "1");
        ground.advance(YEAR);
        ground.assertThere("own");
    }

    @Test
    @Row(number = 2, when = "`null`, on create or replace", then = "201, 200; as if it were missing")
    void nullIsOff() {
        Wire.Answer created = ground.createByHand("\"defaultTtl\":null");
        assertEquals(201, created.status(), created::toString);
        assertFalse(created.json().has("defaultTtl"));
        ground.setDefaultTtl(10);
        Wire.Answer replaced = ground.replaceByHand("\"defaultTtl\":null");
        assertEquals(200, replaced.status(), replaced::toString);
        assertFalse(replaced.json().has("defaultTtl"));
        ground.put("a");
        ground.advance(20);
        ground.assertThere("a");
    }

    @Test
    @Row(number = 3, when = "`-1`", then = "on: items live unless they have a `ttl` of their own")
    void minusOneIsOnWithoutDefault() {
        ground.create(-1);
        ground.put("lives");
        ground.putFor("dies", "5");
        ground.advance(YEAR);
        ground.assertThere("lives");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 60, Integer.MAX_VALUE})
    @Row(number = 4, when = "a number n from 1 to 2147483647", then = "items expire n seconds after `_ts`")
    void numberCountsFromTheLastWrite(int seconds) {
        ground.create(seconds);
        ground.put("a");
        ground.advance(seconds - 1);
        ground.assertThere("a");
        ground.advance(1);
        ground.assertThere();
    }

    @Test
    @Row(number = 5, when = "`0`", then = "400")
    void zeroIsRefused() {
        Refusal.expect(400, () -> ground.create(0));
        assertNotThere();
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, -10, Integer.MIN_VALUE})
    @Row(number = 6, when = "a negative number but -1", then = "400")
    void negativeIsRefused(int seconds) {
        Refusal.expect(400, () -> ground.create(seconds));
        assertNotThere();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2147483648", "4294967297", "1e300", "99999999999999999999"})
    @Row(number = 7, when = "more than 2147483647", then = "400")
    void tooMuchIsRefused(String seconds) {
        assertRefusedByHand(seconds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "\"60\"", "true", "{}", "[60]", "NaN"})
    @Row(number = 8, when = "a fraction, a string, a boolean, an object, an array", then = "400; `60.0` counts as 60")
    void otherTypesAreRefused(String seconds) {
        assertRefusedByHand(seconds);
        Wire.Answer whole = ground.createByHand("\"defaultTtl\":60.0");
        assertEquals(201, whole.status(), whole::toString);
        assertEquals(60, ground.properties().getDefaultTimeToLiveInSeconds());
    }

    private void assertRefusedByHand(String seconds) {
        Wire.Answer answer = ground.createByHand("\"defaultTtl\":" + seconds);
        assertEquals(400, answer.status(), answer::toString);
        assertTrue(answer.isRefusal(), answer::toString);
        assertNotThere();
    }

    private void assertNotThere() {
        Refusal.expect(404, () -> ground.container().read());
    }

    @Test
    @Row(number = 9, when = "reads, lists and queries containers", then = "the number as it was given")
    void numberComesBack() {
        CosmosContainerProperties definition = ground.definition().setDefaultTimeToLiveInSeconds(90 * 86_400);
        CosmosContainerResponse created = ground.database().createContainer(definition);
        assertEquals(90 * 86_400, created.getProperties().getDefaultTimeToLiveInSeconds());
        assertEquals(90 * 86_400, ground.properties().getDefaultTimeToLiveInSeconds());
        CosmosContainerProperties changed = ground.properties().setDefaultTimeToLiveInSeconds(-1);
        assertEquals(-1, ground.container().replace(changed).getProperties().getDefaultTimeToLiveInSeconds());
        List<CosmosContainerProperties> listed = ground.database().readAllContainers().stream()
                .filter(each -> each.getId().equals(ground.name()))
                .toList();
        assertEquals(-1, listed.getFirst().getDefaultTimeToLiveInSeconds());
        SqlQuerySpec byName = new SqlQuerySpec(
                "SELECT * FROM root r WHERE r.id = @id", List.of(new SqlParameter("@id", ground.name())));
        List<CosmosContainerProperties> queried =
                ground.database().queryContainers(byName, new CosmosQueryRequestOptions()).stream()
                        .toList();
        assertEquals(-1, queried.getFirst().getDefaultTimeToLiveInSeconds());
    }

    @Test
    @Row(number = 10, when = "replaces the container with another n", then = "counts at once, from the old `_ts`")
    void changeCountsAtOnceForWhatIsThere() {
        ground.create(1000);
        JsonNode before = ground.put("a");
        ground.advance(50);
        ground.put("b");
        ground.setDefaultTtl(60);
        ground.assertThere("a", "b");
        assertEquals(before.get("_ts"), ground.get("a").get("_ts"));
        ground.advance(10);
        ground.assertThere("b");
        ground.advance(50);
        ground.assertThere();
    }

    @Test
    @Row(
            number = 11,
            when = "replaces it without the property",
            then = "off: nothing expires, not even items with a `ttl` of their own")
    void removalSwitchesOff() {
        ground.create(10);
        ground.put("a");
        ground.putFor("own", "5");
        ground.setDefaultTtl(null);
        assertNull(ground.properties().getDefaultTimeToLiveInSeconds());
        ground.advance(100);
        ground.assertThere("a", "own");
    }

    @Test
    @Row(number = 12, when = "off, then -1 or n", then = "each item's `ttl` counts again, from its old `_ts`")
    void itemsCountAgainWhenSwitchedOn() {
        ground.createWithoutTtl();
        ground.putFor("dead", "5");
        ground.putFor("later", "100");
        ground.put("none");
        ground.advance(50);
        ground.assertThere("dead", "later", "none");
        ground.setDefaultTtl(-1);
        ground.assertThere("later", "none");
        ground.advance(50);
        ground.assertThere("none");
    }

    @Test
    @Row(number = 13, when = "off or long, then an n shorter than an item's age", then = "that item is gone at once")
    void shorterThanTheAgeIsGoneAtOnce() {
        ground.createWithoutTtl();
        ground.put("old");
        ground.advance(100);
        ground.put("young");
        ground.setDefaultTtl(60);
        ground.assertThere("young");
    }

    @Test
    @Row(number = 14, when = "short, then long or -1, while an item lives", then = "the item is saved")
    void longerSavesTheLiving() {
        ground.create(60);
        ground.put("a");
        ground.advance(59);
        ground.setDefaultTtl(1000);
        ground.advance(900);
        ground.assertThere("a");
        ground.setDefaultTtl(-1);
        ground.advance(YEAR);
        ground.assertThere("a");
    }

    @Test
    @Row(
            number = 15,
            when = "sets a shorter n by mistake, and the n before within the hour (`--change-grace`)",
            then = "what the change hid is there again, unchanged",
            unlike = "what its background has not deleted yet comes back, by chance")
    void mistakeIsTakenBack() {
        ground.create(YEAR);
        JsonNode before = ground.put("a");
        ground.advance(100);
        ground.setDefaultTtl(1);
        ground.assertThere();
        ground.advance(GRACE.minusSeconds(1));
        ground.setDefaultTtl(YEAR);
        ground.assertThere("a");
        assertEquals(before, ground.get("a"));
    }

    @Test
    @Row(number = 16, when = "the same after the hour", then = "the items stay gone", unlike = "by chance, as above")
    void mistakeIsFinalAfterTheGrace() {
        ground.create(YEAR);
        ground.put("a");
        ground.advance(100);
        ground.setDefaultTtl(1);
        ground.advance(GRACE);
        ground.setDefaultTtl(YEAR);
        ground.assertThere();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1000"})
    @Row(
            number = 17,
            when = "off, -1 or longer, when items have expired under the setting before",
            then = "they stay gone",
            unlike = "they come back where its background has not deleted them yet")
    void deadStayDead(String after) {
        ground.create(10);
        ground.put("default");
        ground.putFor("own", "5");
        ground.advance(10);
        ground.setDefaultTtl(after.isEmpty() ? null : Integer.valueOf(after));
        ground.assertThere();
        assertEquals(201, ground.upsert(item("own", "")).getStatusCode());
        ground.assertThere("own");
    }

    @Test
    @Row(
            number = 18,
            when = "an invalid value on replace",
            then = "400; the definition and the items stay as they were")
    void invalidReplaceChangesNothing() {
        ground.create(60);
        ground.put("a");
        for (String bad : List.of("0", "-2", "2147483648", "1.5", "\"x\"", "true")) {
            Wire.Answer answer = ground.replaceByHand("\"defaultTtl\":" + bad);
            assertEquals(400, answer.status(), answer::toString);
            assertTrue(answer.isRefusal(), answer::toString);
        }
        assertEquals(60, ground.properties().getDefaultTimeToLiveInSeconds());
        ground.advance(59);
        ground.assertThere("a");
        ground.advance(1);
        ground.assertThere();
    }

    @Test
    @Row(
            number = 20,
            when = "removes `defaultTtl`, and watches the metric `mayfly_sweep_visits`",
            then = "the sweeper does not look into the container any more")
    void nothingIsLookedForWhereItIsOff(MayflyServer server) {
        ground.create(10);
        ground.putFor("a", "5");
        ground.setDefaultTtl(null);
        // Items that were dead by the setting before are looked for once more.
        ground.advance(Duration.ofDays(1).toSeconds());
        String before = visits(server);
        ground.putFor("b", "5");
        ground.advance(Duration.ofDays(30).toSeconds());
        assertEquals(before, visits(server));
        ground.assertThere("a", "b");
        Ground never = new Ground(ground);
        never.createWithoutTtl();
        never.putFor("c", "5");
        never.advance(Duration.ofDays(30).toSeconds());
        ground = never;
        assertTrue(visits(server).endsWith(" 0.0") || visits(server).endsWith(" 0"), visits(server));
    }

    /** The line of the metrics about the container. */
    private String visits(MayflyServer server) {
        Wire admin = new Wire(server.connectionString(FaceName.ADMIN) + "/", "");
        return admin.send("GET", "/metrics", Map.of("authorization", ""), (String) null)
                .body()
                .lines()
                .filter(line -> line.startsWith("mayfly_sweep_visits{"))
                .filter(line -> line.contains("collection=\"" + ground.name() + "\""))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @Row(number = 19, when = "deletes the container and makes it again", then = "nothing of the first is left")
    void secondContainerIsFresh() {
        ground.create(10);
        String before = ground.put("a").get("_rid").textValue();
        assertEquals(204, ground.container().delete().getStatusCode());
        ground.createWithoutTtl();
        assertNull(ground.properties().getDefaultTimeToLiveInSeconds());
        ground.assertThere();
        assertNotEquals(before, ground.put("a").get("_rid").textValue());
        ground.advance(100);
        ground.assertThere("a");
    }
}
