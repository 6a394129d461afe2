package dev.mayfly.test.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a test class a server of its own: in memory, on free ports, on a clock that only the test winds.
 *
 * <p>Methods take what they need as parameters: a {@link MayflyServer}, a {@link MayflyClock},
 * {@link MayflyEvents}, a {@link CosmosEndpoint}, a {@link CouchbaseEndpoint}, or a client of a driver that is on the class
 * path: a {@code com.mongodb.client.MongoClient}, a {@code com.azure.cosmos.CosmosClient} or {@code CosmosAsyncClient}, a
 * {@code com.couchbase.client.java.Cluster}.
 *
 * {@snippet :
 * @MayflyTest(clock = "2026-01-01T00:00:00Z")
 * class SessionTest {
 *     @Test
 *     void sessionDiesAfterThirtyMinutes(MongoClient client, MayflyClock clock) {
 *         // ... insert with an index that expires after 30 minutes
 *         clock.advance(Duration.ofMinutes(30));
 *         assertNull(sessions.find(eq("_id", 1)).first());
 *     }
 * }
 * }
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(MayflyExtension.class)
public @interface MayflyTest {
    /** The instant at which the clock stands still at first; {@code system} for the machine's own clock. */
    String clock() default "2026-01-01T00:00:00Z";

    /** The replica set that the server is the only member of; empty for a single server. */
    String replicaSet() default "";

    /** The faces that listen. */
    MayflyFace[] faces() default {MayflyFace.MONGO, MayflyFace.ADMIN};
}
