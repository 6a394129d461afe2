package dev.mayfly.app.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class MongoSeedsTest {
    @Test
    void hostsOfAllServersStandInOneString() {
        assertEquals(
                Optional.of("mongodb://127.0.0.1:1,127.0.0.1:2/"),
                MongoSeeds.of(List.of("mongodb://127.0.0.1:1", "mongodb://127.0.0.1:2/")));
    }

    @Test
    void userAndOptionsAreThoseOfTheFirst() {
        assertEquals(
                Optional.of("mongodb://ann:PASSWORD@a:1,b:2/?authSource=admin&tls=true"),
                MongoSeeds.of(List.of(
                        "mongodb://ann:PASSWORD@a:1/?authSource=admin&tls=true",
                        "mongodb://ann:PASSWORD@b:2/?authSource=admin&tls=true")));
    }

    @Test
    void serversThatAnswerAsSingleOnesAreNotListed() {
        assertEquals(
                Optional.empty(),
                MongoSeeds.of(List.of("mongodb://a:1/?directConnection=true", "mongodb://b:2/?directConnection=true")));
        assertEquals(Optional.empty(), MongoSeeds.of(List.of("", "")));
    }
}
