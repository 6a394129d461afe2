package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.training.Training;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class TrainingTest {
    @Test
    void everyFaceAnswersWhatItIsAsked() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            assertEquals(0, Training.askEveryFace(fixture.server, 2, 3, Duration.ofHours(1)));
            CollectionName items = new CollectionName("cosmos", "training", "items");
            Collection trained = Objects.requireNonNull(fixture.server.engine().find(items));
            assertEquals(5, trained.storedSize().documents());
        }
    }

    @Test
    void clientDoesWhatApplicationsDo() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Training.ask(fixture.server.port(FaceName.MONGO), 8, Duration.ofHours(1));
            CollectionName name = new CollectionName("mongo", "training", "documents");
            Collection trained = Objects.requireNonNull(fixture.server.engine().find(name));
            assertEquals(6, trained.storedSize().documents(), "eight were stored and two removed");
            assertEquals(2, trained.record().indexes().size());
        }
    }
}
