package dev.mayfly.engine.sequence;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.IndexEntry;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives entries to what stood in a shard before its changes were followed. Takes the latch for a few documents at a time, so
 * that writers wait no longer than for one batch; may be run again from the beginning at any time.
 */
final class SequenceBuild {
    private static final int STEP = 256;

    private final CollectionCommitter committer;
    private final SequenceIndex index;

    SequenceBuild(CollectionCommitter committer, SequenceIndex index) {
        this.committer = committer;
        this.index = index;
    }

    void run() {
        if (index.isBuilt()) {
            return;
        }
        walk(Space.DOCUMENT, KeyRange.ALL);
        walk(Space.INDEX, KeyRange.prefix(Layout.indexPrefix(Layout.TOMBSTONE)));
        number();
        committer.latched(() -> {
            index.built();
            return true;
        });
    }

    private void walk(Space space, KeyRange range) {
        KeyRange rest = range;
        while (!committer.isDropped()) {
            KeyRange from = rest;
            byte[] last = committer.latched(() -> step(space, from));
            if (last == null) {
                return;
            }
            rest = new KeyRange(Arrays.copyOf(last, last.length + 1), range.until());
        }
    }

    /** Returns the last key that was given an entry, or null if there was none. */
    private byte @Nullable [] step(Space space, KeyRange range) {
        WriteBatch batch = CommitRetry.batch();
        byte[] last = null;
        try (Cursor cursor = committer.store().scan(committer.partition(), space, range, Direction.FORWARD, STEP)) {
            while (cursor.next()) {
                last = cursor.key();
                DocumentKey key = space == Space.DOCUMENT ? new DocumentKey(last) : Layout.buriedDocument(last);
                index.add(batch, key, toldVersion(key, IndexEntry.version(cursor.value())));
            }
        }
        if (last != null) {
            committer.write(batch);
        }
        return last;
    }

    /** Numbers the entries of batches that have changed several documents of a slot. */
    private void number() {
        KeyRange all = KeyRange.prefix(Layout.indexPrefix(Layout.SEQUENCE));
        byte[] from = all.from();
        while (from.length > 0 && !committer.isDropped()) {
            byte[] next = from;
            from = committer.latched(() -> numberFrom(new KeyRange(next, all.until())));
        }
    }

    /** Numbers some batches; returns where the next begins, or nothing if there is none. */
    private byte[] numberFrom(KeyRange range) {
        WriteBatch batch = CommitRetry.batch();
        List<byte[]> together = new ArrayList<>();
        byte[] next = {};
        int seen = 0;
        try (Cursor cursor = committer
                .store()
                .scan(committer.partition(), Space.INDEX, range, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                byte[] key = cursor.key();
                if (!together.isEmpty() && !isOfOneBatch(together.getFirst(), key)) {
                    number(batch, together);
                    together.clear();
                    if (seen >= STEP) {
                        next = key;
                        break;
                    }
                }
                seen++;
                if (cursor.value().length == 0) {
                    together.add(key);
                }
            }
        }
        number(batch, together);
        if (!batch.isEmpty()) {
            committer.write(batch);
        }
        return next;
    }

    private static boolean isOfOneBatch(byte[] one, byte[] other) {
        int head = Layout.SEQUENCE_HEAD_BYTES;
        return Arrays.equals(one, 0, head, other, 0, head);
    }

    private static void number(WriteBatch batch, List<byte[]> keys) {
        for (int index = 0; index < keys.size() - 1; index++) {
            byte[] value = new ByteWriter(4).put4(keys.size() - 1 - index).toBytes();
            batch.put(Space.INDEX, keys.get(index), value);
        }
    }

    /** A document whose expiry was announced stands under the version of that. */
    private long toldVersion(DocumentKey key, long version) {
        if (!committer.totals().hasRecords()) {
            return version;
        }
        byte[] record =
                committer.store().get(committer.partition(), Space.EXPIRY, Layout.announcementKey(key, version));
        return record == null ? version : IndexEntry.version(record);
    }
}
