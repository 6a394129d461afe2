package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.couchbase.client.core.error.InvalidArgumentException;
import com.couchbase.client.java.kv.Expiry;
import com.couchbase.client.java.kv.UpsertOptions;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The stored form of an expiry in a request, and the end of a document that has it. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
@Rows("stored")
final class StoredFormIT extends OnGround {
    private static final long THIRTY_DAYS = 2_592_000;
    private static final long LATEST = 4_294_967_295L;

    @Test
    @Row(number = 1, when = "writes with an expiry of 0", then = "the document never expires, unless a maxTTL says so")
    void zeroIsNever() {
        ground.send(Frame.set("a", 0, "1")).require(Wire.OK);
        ground.assertLivesForever("a");
        ground.collection()
                .upsert("b", Ground.document(), UpsertOptions.upsertOptions().expiry(Duration.ZERO));
        ground.assertLivesForever("b");
        ground.advance(Duration.ofDays(10_000));
        ground.assertThere("a");
        ground.assertThere("b");
    }

    @Test
    @Row(
            number = 2,
            when = "writes with an expiry of 1 to 2592000, which is 30 days",
            then = "that many seconds from now; kept as the absolute second")
    void upToThirtyDaysIsRelative() {
        ground.send(Frame.set("one", 1, "1")).require(Wire.OK);
        ground.send(Frame.set("thirty", THIRTY_DAYS, "1")).require(Wire.OK);
        ground.put("sdk", THIRTY_DAYS);
        ground.assertLivesFor(1, "one");
        ground.assertLivesFor(THIRTY_DAYS, "thirty");
        ground.assertLivesFor(THIRTY_DAYS, "sdk");
        ground.assertDiesAfter(1, "one");
        ground.assertDiesAfter(THIRTY_DAYS - 2, "thirty");
    }

    @Test
    @Row(number = 3, when = "writes with an expiry above 2592000", then = "the second since 1970, kept as it is")
    void beyondThirtyDaysIsAbsolute() {
        long instant = ground.now() + 40 * 86_400;
        ground.send(Frame.set("raw", instant, "1")).require(Wire.OK);
        assertEquals(instant, ground.expiryOf("raw"));
        Instant until = Instant.ofEpochSecond(instant);
        ground.collection()
                .upsert("sdk", Ground.document(), UpsertOptions.upsertOptions().expiry(until));
        assertEquals(instant, ground.expiryOf("sdk"));
        ground.assertDiesAfter(40 * 86_400, "raw");
        ground.assertGone("sdk");
    }

    @Test
    @Row(
            number = 4,
            when = "writes with an absolute expiry that is past, 2592001 for one",
            then = "the document has expired at once; it never means no expiry")
    void pastIsAtOnce() {
        for (long past : new long[] {THIRTY_DAYS + 1, 86_400 * 365L, ground.now() - 1}) {
            ground.send(Frame.set("past", past, "1")).require(Wire.OK);
            ground.assertGone("past");
        }
        Instant before = Instant.ofEpochSecond(ground.now() - 100);
        ground.put("sdk");
        ground.collection()
                .upsert("sdk", Ground.document(), UpsertOptions.upsertOptions().expiry(before));
        ground.assertGone("sdk");
    }

    @Test
    @Fresh
    @Row(
            number = 5,
            when = "writes with 4294967295, the latest there is, in February 2106",
            then = "kept as it is; a relative expiry whose instant is beyond it is refused with EINVAL")
    void latestIsIn2106() {
        ground.send(Frame.set("latest", LATEST, "1")).require(Wire.OK);
        assertEquals(LATEST, ground.expiryOf("latest"));
        assertEquals(Instant.parse("2106-02-07T06:28:15Z"), Instant.ofEpochSecond(LATEST));
        ground.advance(Duration.between(ground.instant(), Instant.ofEpochSecond(LATEST - 10)));
        ground.assertThere("latest");
        ground.send(Frame.set("beyond", 11, "1")).require(Wire.EINVAL);
        ground.send(Frame.set("within", 10, "1")).require(Wire.OK);
        assertEquals(LATEST, ground.expiryOf("within"));
        ground.send(Frame.touch(Frame.TOUCH, "latest", 60)).require(Wire.EINVAL);
    }

    @Test
    @Row(
            number = 6,
            when = "reads a document with an expiry of n seconds",
            then = "it is there until the second of its expiry is over: n to n + 1 seconds, by the server's clock"
                    + " exactly",
            unlike = "the clock of the server may lag a second or two; not here")
    void lastSecondIsLived() {
        ground.advance(Duration.ofMillis(1_000 - ground.instant().toEpochMilli() % 1_000 + 700));
        ground.put("a", 5);
        ground.assertLivesFor(5, "a");
        ground.advance(Duration.ofMillis(5_299));
        ground.assertThere("a");
        ground.advance(Duration.ofMillis(1));
        ground.assertGone("a");
    }

    @Test
    @Row(
            number = 7,
            when = "goes on while the server's clock is set back",
            then = "time never runs back: a relative expiry does not come early, nor is one given that is past")
    void timeNeverRunsBack() {
        ground.put("before", 100);
        ground.advance(50);
        Instant earlier = ground.instant().minusSeconds(40);
        assertThrows(IllegalArgumentException.class, () -> ground.setClock(earlier));
        ground.put("after", 100);
        ground.assertLivesFor(50, "before");
        ground.assertDiesAfter(100, "after");
    }

    @Test
    @Row(
            number = 8,
            when = "gives the SDK a duration below a second, or an instant that is not between 1970-01-31 and 2106",
            then = "the SDK refuses it itself; a duration above 30 days it sends as an absolute second")
    void sdkRefusesWhatCannotBeSaid() {
        assertThrows(
                InvalidArgumentException.class,
                () -> ground.collection()
                        .upsert("a", 1, UpsertOptions.upsertOptions().expiry(Duration.ofMillis(999))));
        assertThrows(
                InvalidArgumentException.class,
                () -> ground.collection()
                        .upsert("a", 1, UpsertOptions.upsertOptions().expiry(Instant.ofEpochSecond(THIRTY_DAYS))));
        assertThrows(
                InvalidArgumentException.class,
                () -> ground.collection()
                        .upsert("a", 1, UpsertOptions.upsertOptions().expiry(Instant.ofEpochSecond(LATEST + 1))));
        assertThrows(
                InvalidArgumentException.class,
                () -> Expiry.relative(Duration.ofMillis(1)).encode());
    }
}
