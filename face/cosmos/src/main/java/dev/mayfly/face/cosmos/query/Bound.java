package dev.mayfly.face.cosmos.query;

import dev.mayfly.face.cosmos.query.index.ItemPath;
import dev.mayfly.store.api.KeyRange;
import java.util.List;

/**
 * A condition that a filter implies for every item it accepts: a value at the path whose key lies in one of the spans.
 *
 * @param tightness an estimate of how few items satisfy it
 */
record Bound(ItemPath path, List<KeyRange> spans, Tightness tightness) {
    /** The tighter ones stand first. */
    enum Tightness {
        /** The value is one of some values. */
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
