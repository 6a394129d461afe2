package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ModifiedCursor;
import dev.mayfly.engine.read.ReadView;
import java.util.HashSet;
import java.util.Set;

/** Reads the order of last writes on and on, as somebody who keeps a copy: nothing comes twice, and nothing is missed. */
final class RecencyFollower {
    private record Seen(DocumentKey key, long version) {}

    private final Set<Seen> seen = new HashSet<>();
    /** What was hidden when the follower came by need not have come. */
    private final Set<Seen> passed = new HashSet<>();

    private long position;

    void follow(Collection collection, ReadView reading) {
        try (ModifiedCursor cursor = collection.writeOrder().byRecency(reading, position, _ -> true)) {
            long last = position;
            for (Document document = cursor.next(); document != null; document = cursor.next()) {
                assertTrue(document.version() >= last, "out of order: " + document.version() + " after " + last);
                assertTrue(document.version() > position, "below what was read: " + document.version());
                assertTrue(seen.add(new Seen(document.key(), document.version())), "twice: " + document.version());
                last = document.version();
            }
            position = cursor.end();
        }
    }

    void expect(DocumentKey key, long version, boolean hidden) {
        Seen document = new Seen(key, version);
        if (hidden) {
            passed.add(document);
        } else {
            assertTrue(seen.contains(document) || passed.contains(document), "missed version " + version);
        }
    }
}
