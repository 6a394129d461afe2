package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.sequence.SequencedChange;
import dev.mayfly.engine.sequence.SequencedPage;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Follows a collection slot by slot, as a consumer would: keeps the last it was told of each key, and where it has come to. */
final class SequenceFollower {
    static final int SLOTS = 3;

    private final Map<Integer, Long> positions = new HashMap<>();
    private final Map<DocumentKey, Told> told = new HashMap<>();

    /** What was told last of a key. */
    record Told(int slot, byte[] face, Tombstone.@Nullable Cause gone) {}

    @Nullable
    Told of(DocumentKey key) {
        return told.get(key);
    }

    /** Reads everything there is. */
    void catchUp(Engine engine, Collection collection) {
        ChangeSequence sequence = collection.changeSequence();
        long settled = sequence.settled(engine.lastVersion());
        for (int slot = 0; slot < SLOTS; slot++) {
            long position = positions.getOrDefault(slot, 0L);
            if (position != 0 && position < sequence.purged(slot)) {
                int begun = slot;
                told.values().removeIf(each -> each.slot == begun);
                position = 0;
            }
            assertTrue(sequence.high(slot) <= settled, "the last change of a slot is beyond what is settled");
            while (position < settled) {
                SequencedPage page = sequence.read(slot, new SequencedPage.Bounds(position, settled, 2, 1 << 20));
                long before = position;
                for (SequencedChange change : page.changes()) {
                    assertTrue(change.number() > before, "the numbers of a slot do not increase");
                    assertTrue(change.number() <= sequence.high(slot), "a change is above the last of its slot");
                    before = change.number();
                    take(slot, change);
                }
                assertTrue(page.until() > position, "a page that does not go on");
                position = page.until();
            }
            positions.put(slot, position);
        }
    }

    private void take(int slot, SequencedChange change) {
        Document document = change.document();
        Tombstone tombstone = change.tombstone();
        Told last = told.get(change.key());
        if (document != null) {
            told.put(change.key(), new Told(slot, document.face(), null));
        } else if (tombstone != null) {
            boolean isSame = last != null && last.gone != null && Arrays.equals(last.face, tombstone.face());
            assertFalse(isSame, () -> "the end of " + change.key() + " was told twice");
            told.put(change.key(), new Told(slot, tombstone.face(), tombstone.cause()));
        }
    }
}
