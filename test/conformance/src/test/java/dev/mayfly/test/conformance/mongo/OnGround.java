package dev.mayfly.test.conformance.mongo;

import com.mongodb.client.MongoClient;
import dev.mayfly.test.testkit.MayflyClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

/** Tests that have a {@link Ground} each. */
abstract class OnGround {
    Ground ground;

    @BeforeEach
    final void prepareGround(MongoClient client, MayflyClock clock, TestInfo test) {
        ground = new Ground(client, clock, test);
    }
}
