package dev.mayfly.engine.sweep;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.format.QueueEntry;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The documents that the entries of a queue name, for a sweep that goes through them in order. Those of the next entries are read
 * together with the one that is asked for: a store on other machines would answer each alone after some milliseconds.
 */
final class QueuedDocuments {
    /** The bytes of documents, as their entries tell them, that are read together. */
    private static final long BYTES_MAX = 1 << 20;

    private static final int DOCUMENTS_MAX = 256;

    private final CollectionCommitter committer;
    private final List<Entry> entries;
    private List<byte @Nullable []> read = List.of();
    private int first;

    /** An entry with its key in the expiry space. */
    record Entry(byte[] key, QueueEntry content) {
        DocumentKey document() {
            return Layout.queueDocument(key);
        }
    }

    QueuedDocuments(CollectionCommitter committer, List<Entry> entries) {
        this.committer = committer;
        this.entries = entries;
    }

    /**
     * Returns the document that an entry names, or null when the entry is an orphan.
     *
     * @param place of the entry; places are asked for in increasing order
     */
    @Nullable
    StoredDocument of(int place) {
        if (place >= first + read.size()) {
            readFrom(place);
        }
        Entry entry = entries.get(place);
        StoredDocument stored = StoredDocument.ofNullable(entry.document(), read.get(place - first));
        boolean isNamed =
                stored != null && stored.version() == entry.content().instants().version();
        return isNamed ? stored : null;
    }

    private void readFrom(int place) {
        List<byte[]> keys = new ArrayList<>();
        long bytes = 0;
        for (int next = place; next < entries.size() && keys.size() < DOCUMENTS_MAX && bytes < BYTES_MAX; next++) {
            keys.add(entries.get(next).document().bytes());
            bytes += entries.get(next).content().bytes();
        }
        read = committer.store().multiGet(committer.partition(), Space.DOCUMENT, keys);
        first = place;
    }
}
