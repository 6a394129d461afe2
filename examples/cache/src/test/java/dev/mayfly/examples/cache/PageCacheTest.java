package dev.mayfly.examples.cache;

import static dev.mayfly.test.testkit.MayflyAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.couchbase.client.java.Bucket;
import com.couchbase.client.java.Cluster;
import dev.mayfly.test.testkit.ExpiryReason;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyServer;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

@MayflyTest(faces = MayflyFace.COUCHBASE)
final class PageCacheTest {
    @Test
    void pageIsRenderedAgainWhenNobodyAskedForFiveMinutes(MayflyServer server, Cluster cluster, MayflyClock clock) {
        Bucket bucket = cluster.bucket("default");
        bucket.waitUntilReady(Duration.ofSeconds(30));
        AtomicInteger rendered = new AtomicInteger();
        PageCache cache =
                new PageCache(bucket.defaultCollection(), path -> path + " no. " + rendered.incrementAndGet());
        assertEquals("/home no. 1", cache.page("/home"));
        clock.advance(Duration.ofMinutes(4));
        assertEquals("/home no. 1", cache.page("/home"));
        clock.advance(Duration.ofMinutes(4));
        assertEquals("/home no. 1", cache.page("/home"));
        // A second more: an expiry is the last second of a document.
        clock.advance(PageCache.KEPT.plusSeconds(1));
        assertEquals("/home no. 2", cache.page("/home"));
        assertThat(server.events())
                .hasExpired("default._default._default", "/home")
                .withReason(ExpiryReason.DOCUMENT);
    }
}
