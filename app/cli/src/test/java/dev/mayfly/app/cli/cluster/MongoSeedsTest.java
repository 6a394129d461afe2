package dev.mayfly.app.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

final class MongoSeedsTest {
    @Test
    void hostsOfAllServersStandInOneStringThatLeavesTheChoiceToTheDriver() {
        assertEquals(
                "mongodb://127.0.0.1:1,127.0.0.1:2/",
                MongoSeeds.of(List.of(
                        "mongodb://127.0.0.1:1/?directConnection=true",
                        "mongodb://127.0.0.1:2/?directConnection=true")));
        assertEquals("mongodb://a:1,b:2/", MongoSeeds.of(List.of("mongodb://a:1", "mongodb://b:2/")));
    }

    @Test
    void userAndOptionsAreThoseOfTheFirst() {
        assertEquals(
                "mongodb://ann:PASSWORD@a:1,b:2/?authSource=admin&tls=true",
                MongoSeeds.of(List.of(
                        "mongodb://ann:PASSWORD@a:1/?directConnection=true&authSource=admin&tls=true",
                        "mongodb://ann:PASSWORD@b:2/?directConnection=true&authSource=admin&tls=true")));
    }

    @Test
    void anythingElseIsAMistakeOfOurs() {
        assertThrows(IllegalStateException.class, () -> MongoSeeds.of(List.of("http://127.0.0.1:1")));
    }
}
