package dev.mayfly.engine.write;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.CommitGroup;
import dev.mayfly.engine.commit.CommitParticipant;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The held documents whose keys or unique values other documents have taken. Safe for concurrent use. */
public final class HeldDocuments implements CommitParticipant {
    /*
     * in the collection's meta space    'v' | key of the document | its version 8
     *                                   version of the commit 8 | queue 4 | deadline 8 | the document as it was stored
     *
     * The batch that takes the key moves the document here, so it is in one place at every moment. It is in no index and
     * no queue, and counted in no total: only a request for hidden documents meets it.
     *
     * Most collections have none, and then nothing is looked up. The flag is raised under the latch before the first
     * is written.
     */
    private static final int QUEUE_AT = 8;
    private static final int DEADLINE_AT = 12;
    private static final int DOCUMENT_AT = 20;
    private static final KeyRange ALL = KeyRange.prefix(new byte[] {Layout.VAULT});

    private final Partition partition;
    private final boolean isShared;
    private volatile boolean possible;

    /** @param isShared whether other engines may lay documents aside, too */
    HeldDocuments(Reader store, Partition partition, boolean isShared) {
        this.partition = partition;
        this.isShared = isShared;
        this.possible = isShared || isAnyThere(store);
    }

    private boolean isAnyThere(Reader store) {
        try (Cursor first = store.scan(partition, Space.META, ALL, Direction.FORWARD, 1)) {
            return first.next();
        }
    }

    /** One document that lies aside. */
    public record Laid(byte[] storeKey, long recordVersion, int queue, long deadline, StoredDocument document) {}

    public boolean isPossible() {
        return possible;
    }

    public static boolean isPosition(byte[] key) {
        return key.length > 0 && key[0] == Layout.VAULT;
    }

    @Override
    public void prepare(CommitGroup group) {
        for (PendingCommit draft : group.drafts()) {
            possible |= draft.expiry().laidAside() > 0;
        }
    }

    /** Moves a hidden document here, which the draft takes out of its place. */
    static void layAside(PendingCommit draft, StoredDocument document, Instants instants) {
        ReadView reading = draft.reading();
        byte[] stored = document.bytes();
        byte[] value = new ByteWriter(DOCUMENT_AT + stored.length)
                .put8(0)
                .put4(reading.policy().decidingQueue(instants, reading.now()))
                .put8(reading.policy().diedAt(instants, reading.now()))
                .put(stored)
                .toBytes();
        draft.putVersioned(Space.META, Layout.vaultKey(document.key(), document.version()), value);
        draft.expiry().layAside();
    }

    /** Walks what lies here, behind a position or from the beginning. */
    public Cursor walk(Reader store, byte @Nullable [] after) {
        KeyRange range = after != null && isPosition(after)
                ? new KeyRange(Arrays.copyOf(after, after.length + 1), ALL.until())
                : ALL;
        return store.scan(partition, Space.META, range, Direction.FORWARD, Reader.UNLIMITED);
    }

    public static Laid read(Cursor cursor) {
        byte[] storeKey = cursor.key();
        byte[] value = cursor.value();
        DocumentKey key = new DocumentKey(Arrays.copyOfRange(storeKey, 1, storeKey.length - Long.BYTES));
        byte[] document = Arrays.copyOfRange(value, DOCUMENT_AT, value.length);
        return new Laid(
                storeKey,
                (long) Layout.LONG.get(value, 0),
                (int) Layout.INT.get(value, QUEUE_AT),
                (long) Layout.LONG.get(value, DEADLINE_AT),
                StoredDocument.of(key, document));
    }

    /** The latest document of a key that lies here, or the one of this version if it is not 0; null if there is none. */
    @Nullable
    public Laid find(Reader store, DocumentKey key, long version) {
        if (!possible) {
            return null;
        }
        KeyRange range = new KeyRange(
                Layout.vaultKey(key, version), KeyRange.after(Layout.vaultKey(key, version == 0 ? -1 : version)));
        try (Cursor cursor = store.scan(partition, Space.META, range, Direction.BACKWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                Laid laid = read(cursor);
                if (laid.document.key().equals(key)) {
                    return laid;
                }
            }
        }
        return null;
    }

    /** Call under the latch after finding nothing here. */
    public void forget(Reader store) {
        possible = isShared || isAnyThere(store);
    }
}
