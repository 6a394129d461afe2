package dev.mayfly.app.console.api;

import dev.mayfly.app.console.api.DocumentPages.DocumentPage;
import dev.mayfly.app.console.api.DocumentPages.Part;
import dev.mayfly.app.console.api.DocumentPages.SortView;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.IndexWalk;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Live documents in the order of a field, page by page. Used by one thread, for one page.
 *
 * @param walk over an index that meets every document that has a place, in order; null if there is none
 * @param filter what they must be
 */
record DocumentSort(
        Collection collection,
        DocumentPages pages,
        Places places,
        @Nullable IndexWalk walk,
        DocumentFilter filter) {
    /*
     * An index that has the order is walked, and those documents that have no value and are not in it come last, by their
     * keys. Without one, each page looks at every document and keeps the first of those behind the last page, so that it
     * holds no more than a page, however many there are.
     *
     * Either way a page begins behind a place, which is the value and the key of a document, never behind a number of
     * documents. So nothing comes twice or is left out because others were written or have expired meanwhile; a document whose
     * value is changed in between stands where its value then puts it.
     *
     * A position begins with what it is of: places, an index with its number, or the documents without a value.
     */
    private static final byte OF_PLACES = 0;
    private static final byte OF_INDEX = 1;
    private static final byte OF_REST = 2;

    private static final byte WITH_VALUE = 0;
    private static final byte WITHOUT_VALUE = 1;

    /** The memory that one place takes beside its bytes. */
    private static final int PLACE_OVERHEAD = 100;

    /** Tells where a document stands. */
    @FunctionalInterface
    interface Places {
        /** As {@link dev.mayfly.face.api.FieldOrder.Places}. */
        byte @Nullable [] of(Document document);
    }

    /** @param after the position of an earlier page, or null for the first */
    DocumentPage page(byte @Nullable [] after) {
        if (after != null && after.length == 0) {
            throw unknown();
        }
        boolean isOfPlaces = after == null ? walk == null : after[0] == OF_PLACES;
        if (isOfPlaces) {
            return chosen(after == null ? null : Arrays.copyOfRange(after, 1, after.length));
        }
        if (walk == null) {
            throw AdminException.badRequest(
                    "the index by which the list was sorted is gone; begin with the first page");
        }
        return after != null && after[0] == OF_REST
                ? rest(List.of(), walk, Arrays.copyOfRange(after, 1, after.length))
                : indexed(walk, after);
    }

    private static AdminException unknown() {
        return AdminException.badRequest("after is not the next of an earlier answer");
    }

    private DocumentPage indexed(IndexWalk walk, byte @Nullable [] after) {
        IndexDefinition index = walk.index();
        IndexWalk onward = after == null ? walk : walk.behind(ofIndex(index, after));
        Part part;
        try (DocumentCursor cursor = collection.scan(pages.reading(), onward)) {
            part = pages.read(cursor, filter);
        }
        byte[] position = part.position();
        if (position == null) {
            return rest(part.items(), walk, new byte[0]);
        }
        byte[] next = ByteBuffer.allocate(1 + Integer.BYTES + position.length)
                .put(OF_INDEX)
                .putInt(index.id())
                .put(position)
                .array();
        return new DocumentPage(part.items(), Page.token(next), new SortView(index.name(), part.lookedAt()));
    }

    private static byte[] ofIndex(IndexDefinition index, byte[] after) {
        if (after[0] != OF_INDEX || after.length <= 1 + Integer.BYTES) {
            throw unknown();
        }
        if (ByteBuffer.wrap(after).getInt(1) != index.id()) {
            throw AdminException.badRequest(
                    "the index by which the list was sorted is gone; begin with the first page");
        }
        return Arrays.copyOfRange(after, 1 + Integer.BYTES, after.length);
    }

    /** Goes on with the documents that have no value, by key. */
    private DocumentPage rest(List<DocumentView> before, IndexWalk walk, byte[] after) {
        String name = walk.index().name();
        int room = pages.limit() - before.size();
        if (room == 0) {
            return new DocumentPage(before, Page.token(new byte[] {OF_REST}), new SortView(name, before.size()));
        }
        DocumentPages left = new DocumentPages(pages.reading(), pages.keys(), room, pages.preview());
        try (DocumentCursor cursor = DocumentPages.byKey(
                collection, pages.reading(), KeyRange.ALL, Direction.FORWARD, after.length == 0 ? null : after)) {
            Part part = left.read(cursor, document -> places.of(document) == null && filter.holds(document));
            List<DocumentView> items = new ArrayList<>(before);
            items.addAll(part.items());
            byte[] position = part.position();
            return new DocumentPage(
                    items,
                    position == null ? null : Page.token(tagged(OF_REST, position)),
                    new SortView(name, before.size() + part.lookedAt()));
        }
    }

    private static byte[] tagged(byte tag, byte[] bytes) {
        return ByteBuffer.allocate(1 + bytes.length).put(tag).put(bytes).array();
    }

    /** A document that may be on the page. */
    private record Candidate(byte[] place, DocumentKey key) implements Comparable<Candidate> {
        static Candidate of(Document document, byte @Nullable [] value) {
            byte[] key = document.key().bytes();
            int length = value == null ? 0 : value.length;
            ByteBuffer place = ByteBuffer.allocate(1 + length + key.length);
            place.put(value == null ? WITHOUT_VALUE : WITH_VALUE);
            if (value != null) {
                place.put(value);
            }
            return new Candidate(place.put(key).array(), document.key());
        }

        @Override
        public int compareTo(Candidate other) {
            return Arrays.compareUnsigned(place, other.place);
        }

        long bytes() {
            return (long) place.length + PLACE_OVERHEAD;
        }
    }

    /** Looks at every document and keeps the first behind a place. */
    private DocumentPage chosen(byte @Nullable [] after) {
        RequestGuard guard = RequestGuard.current();
        PriorityQueue<Candidate> first = new PriorityQueue<>(Comparator.reverseOrder());
        long lookedAt;
        try (DocumentCursor cursor = collection.scan(pages.reading(), List.of(KeyRange.ALL), Direction.FORWARD)) {
            for (Document each = cursor.next(); each != null; each = cursor.next()) {
                Candidate candidate = Candidate.of(each, places.of(each));
                if (after != null && Arrays.compareUnsigned(candidate.place, after) <= 0
                        || first.size() > pages.limit() && candidate.compareTo(first.element()) > 0
                        || !filter.holds(each)) {
                    continue;
                }
                guard.hold(candidate.bytes());
                first.add(candidate);
                if (first.size() > pages.limit() + 1) {
                    guard.letGo(first.remove().bytes());
                }
            }
            lookedAt = cursor.effort().documents();
        }
        return shown(first.stream().sorted().toList(), lookedAt);
    }

    private DocumentPage shown(List<Candidate> sorted, long lookedAt) {
        List<DocumentView> items = new ArrayList<>();
        long bytes = 0;
        int taken = 0;
        while (taken < Math.min(sorted.size(), pages.limit()) && bytes < DocumentPages.BYTES_MAX) {
            Document document =
                    collection.get(pages.reading(), sorted.get(taken).key());
            taken++;
            if (document != null) {
                bytes += pages.shownBytes(document);
                items.add(pages.view(document));
            }
        }
        String next = taken == sorted.size()
                ? null
                : Page.token(tagged(OF_PLACES, sorted.get(taken - 1).place()));
        return new DocumentPage(items, next, new SortView(null, lookedAt));
    }
}
