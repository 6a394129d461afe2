package dev.mayfly.store.rocksdb;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deleted values leave nothing in the folder once it is compacted. */
class TracesTest {
    private static final String NEEDLE = "needle";

    @TempDir
    Path folder;

    private static byte[] secret(int number) {
        return (NEEDLE + number).getBytes(UTF_8);
    }

    private List<Path> traces() throws IOException {
        List<Path> traces = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (new String(Files.readAllBytes(file), ISO_8859_1).contains(NEEDLE)) {
                    traces.add(folder.relativize(file));
                }
            }
        }
        return traces;
    }

    private static void commit(RocksStore store, WriteBatch batch) {
        store.commit(Fixture.P, batch, List.of(), Durability.LOGGED);
    }

    @Test
    void nothingOfWhatWasDeletedIsLeftAfterACompaction() throws Exception {
        try (RocksStore store = RocksStore.open(folder, Fixture.SMALL)) {
            for (int number = 0; number < 100; number++) {
                commit(store, new WriteBatch().put(Space.DOCUMENT, Fixture.key(number), Fixture.value(number)));
                for (Space space : Space.values()) {
                    commit(store, new WriteBatch().put(space, secret(number), secret(number)));
                }
            }
            assertTrue(!traces().isEmpty(), "the needles are in the log");
            store.compact();
            assertTrue(traces().size() > 1, "the needles are in files, and the list of files has them as bounds");
            for (int number = 0; number < 50; number++) {
                for (Space space : Space.values()) {
                    commit(store, new WriteBatch().delete(space, secret(number)));
                }
            }
            for (Space space : Space.values()) {
                commit(store, new WriteBatch().deleteRange(space, KeyRange.prefix(NEEDLE.getBytes(UTF_8))));
            }
            store.compact();
            assertEquals(List.of(), traces());
            commit(store, new WriteBatch().put(Space.DOCUMENT, Fixture.key(1), Fixture.value(1)));
            try (Cursor all =
                    store.scan(Fixture.P, Space.DOCUMENT, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED)) {
                int documents = 0;
                while (all.next()) {
                    documents++;
                }
                assertEquals(100, documents);
            }
        }
        assertEquals(List.of(), traces());
    }
}
