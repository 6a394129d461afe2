package dev.mayfly.face.cosmos.query;

import dev.mayfly.face.cosmos.query.index.ItemPath;
import dev.mayfly.store.api.KeyRange;
import java.util.List;

/**
 * Something that every item has which a filter wants: a value at the path whose key lies in one of the spans.
 *
 * @param tightness how few items there are likely to be
 */
record Bound(ItemPath path, List<KeyRange> spans, Tightness tightness) {
    /** The tighter ones stand first. */
    enum Tightness {
        /** One of some values. */
        EQUAL,
        /** Between two values, or texts that begin alike. */
        BETWEEN,
        /** Above or below a value. */
        BEYOND,
        /** Any value of a type, or any at all. */
        KIND
    }

    Bound {
        spans = Spans.normal(spans);
    }

    static Tightness looser(Tightness a, Tightness b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    static Tightness tighter(Tightness a, Tightness b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
