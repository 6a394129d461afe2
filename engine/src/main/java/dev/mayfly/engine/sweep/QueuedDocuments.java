package dev.mayfly.engine.sweep;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The documents that the entries of a queue name, for a sweep that goes through them in order. Those of the next entries are read
 * together with the one that is asked for: a store on other machines would answer each alone after some milliseconds.
 */
final class QueuedDocuments {
    /** The bytes of documents that are read together. */
    private static final long BYTES_MAX = 1 << 20;

    private static final int DOCUMENTS_MAX = 256;

    /** Of documents whose sizes are not known, each of which may be as large as one can be. */
    private static final int UNKNOWN_MAX = 8;

    private final CollectionCommitter committer;
    private final List<DocumentKey> keys;
    private final IntToLongFunction bytes;
    private List<byte @Nullable []> read = List.of();
    private int first;

    /**
     * @param keys of the documents, in the order of the entries
     * @param bytes the size of a document, by its place
     */
    QueuedDocuments(CollectionCommitter committer, List<DocumentKey> keys, IntToLongFunction bytes) {
        this.committer = committer;
        this.keys = keys;
        this.bytes = bytes;
    }

    /** Creates the same for documents of any size. */
    QueuedDocuments(CollectionCommitter committer, List<DocumentKey> keys) {
        this(committer, keys, _ -> BYTES_MAX / UNKNOWN_MAX);
    }

    /** The key of the document of an entry. */
    DocumentKey key(int place) {
        return keys.get(place);
    }

    /**
     * Returns the document of an entry as it is now, or null if there is none.
     *
     * @param place of the entry; places are asked for in increasing order
     * @throws StoredDocument.CorruptDocumentException if its bytes are no document
     */
    @Nullable
    StoredDocument at(int place) {
        if (place >= first + read.size()) {
            readFrom(place);
        }
        return StoredDocument.ofNullable(keys.get(place), read.get(place - first));
    }

    private void readFrom(int place) {
        List<byte[]> next = new ArrayList<>();
        long size = 0;
        for (int at = place; at < keys.size() && next.size() < DOCUMENTS_MAX && size < BYTES_MAX; at++) {
            next.add(keys.get(at).bytes());
            size += bytes.applyAsLong(at);
        }
        read = committer.store().multiGet(committer.partition(), Space.DOCUMENT, next);
        first = place;
    }
}
