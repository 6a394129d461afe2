package dev.mayfly.app.console.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.api.KeyReader;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fills pages with documents from walks.
 *
 * @param keys words the keys of the collection
 * @param limit the documents that a page may have
 * @param preview the characters that are shown of a document
 */
record DocumentPages(ReadView reading, KeyReader keys, int limit, int preview) {
    /** The number of documents that a request looks at before it answers with those found so far. */
    static final int LOOKED_AT_MAX = 20_000;

    /** The bytes of documents that a page may have. */
    static final long BYTES_MAX = 8L << 20;

    /**
     * A page of documents.
     *
     * @param sort how the documents were brought into their order, or null where they are stored in it
     */
    record DocumentPage(
            List<DocumentView> items,

            @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable
            String next,

            @Nullable SortView sort) {
        DocumentPage {
            items = List.copyOf(items);
        }
    }

    /**
     * The work of a sort.
     *
     * @param index the index that has the order; null if every document was looked at for this page
     */
    record SortView(@Nullable String index, long lookedAt) {}

    /**
     * The documents of a part of a walk.
     *
     * @param position behind which the walk goes on, or null at its end
     */
    record Part(List<DocumentView> items, byte @Nullable [] position, long lookedAt) {
        DocumentPage page() {
            return new DocumentPage(items, position == null ? null : Page.token(position), null);
        }
    }

    /** Reads from a walk until the page is full, or enough has been looked at. */
    Part read(DocumentCursor cursor, DocumentFilter filter) {
        List<DocumentView> items = new ArrayList<>();
        long bytes = 0;
        while (items.size() < limit && bytes < BYTES_MAX && cursor.effort().documents() < LOOKED_AT_MAX) {
            Document document = cursor.next();
            if (document == null) {
                return new Part(items, null, cursor.effort().documents());
            }
            if (filter.holds(document)) {
                bytes += shownBytes(document);
                items.add(view(document));
            }
        }
        byte[] position = cursor.position();
        boolean isEnd = position == null || cursor.next() == null;
        return new Part(items, isEnd ? null : position, cursor.effort().documents());
    }

    DocumentView view(Document document) {
        return DocumentView.of(reading, document, keys, preview);
    }

    long shownBytes(Document document) {
        return Math.min(document.bodyLength(), preview);
    }

    /** Returns a walk by key, of a part of the keys, that begins behind a position. */
    static DocumentCursor byKey(
            Collection collection, ReadView reading, KeyRange whole, Direction direction, byte @Nullable [] after) {
        return collection.scan(reading, List.of(after == null ? whole : behind(whole, direction, after)), direction);
    }

    private static KeyRange behind(KeyRange whole, Direction direction, byte[] after) {
        if (direction == Direction.BACKWARD) {
            byte[] until = whole.until();
            boolean isEarlier = until == null || Arrays.compareUnsigned(after, until) < 0;
            return isEarlier ? new KeyRange(whole.from(), after) : whole;
        }
        byte[] behind = Arrays.copyOf(after, after.length + 1);
        boolean isLater = Arrays.compareUnsigned(behind, whole.from()) > 0;
        return isLater ? new KeyRange(behind, whole.until()) : whole;
    }
}
