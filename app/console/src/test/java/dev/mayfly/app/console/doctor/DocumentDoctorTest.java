package dev.mayfly.app.console.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.HighestTimeSeen;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.api.KeyReader;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The record that a suspect clock leaves behind. */
final class DocumentDoctorTest {
    private static final KeyReader KEYS = new KeyReader() {
        @Override
        public DocumentKey read(String text) {
            return new DocumentKey(text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public KeyRange beginning(String prefix) {
            return KeyRange.prefix(read(prefix).bytes());
        }

        @Override
        public String write(DocumentKey key) {
            return new String(key.bytes(), StandardCharsets.UTF_8);
        }
    };

    private final VirtualClock machine = new VirtualClock(1_767_225_600_000L);
    private final Store store = new MemoryStore();
    private final ClockGuard guard = new ClockGuard(
            machine, new HighestTimeSeen(store), Duration.ofHours(1).toMillis());
    private final Engine engine = Engine.open(
            store, new Engine.Machinery(guard, machine, Runnable::run, Pacer.UNPACED), EngineSettings.DEFAULTS);
    private final Collection collection = engine.catalog()
            .create(
                    new CollectionName("test", "db", "c"),
                    new Catalog.CollectionOptions(
                            DocumentFormat.JSON, BaseInstant.MODIFIED, new byte[0], List.of(), Policy.NONE));

    @BeforeEach
    void writeOneInTime() {
        write("in-time");
    }

    @AfterEach
    void close() {
        engine.close();
        store.close();
    }

    private void write(String id) {
        byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
        collection.write(
                KEYS.read(id),
                Durability.LOGGED,
                (_, _) -> new Decision.Put(body, Lifetime.INHERIT, Stamp.NO_FACE_BYTES));
    }

    private List<DoctorFinding> findings() {
        ReadView reading = collection.reading();
        long trusted = guard.guardedMillis() + ClockGuard.STEP_MILLIS_MAX;
        DocumentDoctor doctor = new DocumentDoctor(reading, KEYS, trusted);
        try (DocumentCursor cursor = collection.scan(reading, List.of(KeyRange.ALL), Direction.FORWARD)) {
            for (Document document = cursor.next(); document != null; document = cursor.next()) {
                doctor.look(document);
            }
        }
        return doctor.end(true);
    }

    @Test
    void documentsWrittenUnderASuspectClockAreListed() {
        assertEquals(List.of(), findings());
        machine.advance(Duration.ofMinutes(1));
        machine.stepWall(Duration.ofHours(3));
        write("suspect");
        List<DoctorFinding> found = findings();
        assertEquals(
                List.of("suspect_clock"),
                found.stream().map(DoctorFinding::code).toList());
        assertEquals(List.of("suspect"), found.getFirst().samples());
    }

    @Test
    void theyAreStillListedWhenTheWallHasComeBack() {
        machine.advance(Duration.ofMinutes(1));
        machine.stepWall(Duration.ofHours(3));
        write("suspect");
        machine.stepWall(Duration.ofHours(-3));
        write("in-time-again");
        assertEquals(List.of("suspect"), findings().getFirst().samples());
    }

    @Test
    void theyAreFineOnceTheClockIsConfirmed() {
        machine.advance(Duration.ofMinutes(1));
        machine.stepWall(Duration.ofHours(3));
        write("suspect");
        guard.confirm();
        assertEquals(List.of(), findings());
    }
}
