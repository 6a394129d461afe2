package dev.mayfly.test.cosmos;

import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The matrix of the container's and the item's setting, a container for each column. */
@MayflyTest(faces = MayflyFace.COSMOS)
@Rows("matrix")
final class TtlMatrixIT extends OnGround {
    private static final long LONG = 1_000_000;

    /** Makes a container with three items: one without a ttl, one with -1, one with 20. */
    private void fill(@Nullable Integer defaultTtl) {
        ground.create(ground.definition().setDefaultTimeToLiveInSeconds(defaultTtl));
        ground.put("none");
        ground.putFor("forever", "-1");
        ground.putFor("twenty", "20");
    }

    private void assertAfter(long seconds, String... ids) {
        ground.advance(seconds);
        ground.assertThere(ids);
    }

    @Test
    @Row(number = 1, when = "no `defaultTtl`; no `ttl`", then = "lives")
    void nothingToOverride() {
        fill(null);
        assertAfter(LONG, "forever", "none", "twenty");
    }

    @Test
    @Row(number = 2, when = "no `defaultTtl`; `ttl` -1", then = "lives, the `ttl` is not looked at")
    void foreverIsNotLookedAt() {
        fill(null);
        assertAfter(LONG, "forever", "none", "twenty");
    }

    @Test
    @Row(number = 3, when = "no `defaultTtl`; `ttl` m", then = "lives, the `ttl` is not looked at")
    void numberIsNotLookedAt() {
        fill(null);
        assertAfter(20, "forever", "none", "twenty");
        assertAfter(LONG, "forever", "none", "twenty");
    }

    @Test
    @Row(number = 4, when = "`defaultTtl` -1; no `ttl`", then = "lives")
    void noDefaultToInherit() {
        fill(-1);
        assertAfter(LONG, "forever", "none");
    }

    @Test
    @Row(number = 5, when = "`defaultTtl` -1; `ttl` -1", then = "lives")
    void foreverTwice() {
        fill(-1);
        assertAfter(LONG, "forever", "none");
    }

    @Test
    @Row(number = 6, when = "`defaultTtl` -1; `ttl` m", then = "dies after m; the others live")
    void ownNumberAlone() {
        fill(-1);
        assertAfter(19, "forever", "none", "twenty");
        assertAfter(1, "forever", "none");
    }

    @Test
    @Row(number = 7, when = "`defaultTtl` n; no `ttl`", then = "dies after n")
    void defaultIsInherited() {
        fill(10);
        assertAfter(9, "forever", "none", "twenty");
        assertAfter(1, "forever", "twenty");
    }

    @Test
    @Row(number = 8, when = "`defaultTtl` n; `ttl` -1", then = "lives; the others die")
    void foreverOverridesTheDefault() {
        fill(10);
        assertAfter(20, "forever");
        assertAfter(LONG, "forever");
    }

    @Test
    @Row(number = 9, when = "`defaultTtl` n; `ttl` m", then = "dies after m; the others after n")
    void ownNumberOverridesTheDefault() {
        fill(10);
        assertAfter(10, "forever", "twenty");
        assertAfter(9, "forever", "twenty");
        assertAfter(1, "forever");
    }
}
