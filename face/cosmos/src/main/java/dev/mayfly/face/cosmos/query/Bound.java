package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.face.cosmos.query.index.ItemPath;
import java.util.List;

/**
 * A condition that a filter implies for every item it accepts: a value at the path whose key lies in one of the spans.
 *
 * @param tightness an estimate of how few items satisfy it
 */
record Bound(ItemPath path, List<KeyInterval> spans, Tightness tightness) {
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
        spans = KeyInterval.merged(spans);
    }

    /** Returns the spans of the keys that begin with these bytes and go on with a value of the bound. */
    List<KeyInterval> behind(byte[] prefix) {
        return spans.stream().map(span -> span.behind(prefix)).toList();
    }

    static Tightness looser(Tightness a, Tightness b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    static Tightness tighter(Tightness a, Tightness b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
