package dev.mayfly.face.mongo.language.geo;

import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.geo.CellSpan;
import dev.mayfly.base.query.IndexRange;
import dev.mayfly.base.query.KeyInterval;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonTimestamp;

/** Numbers of cells as parts of keys. They stand there as timestamps do, which are whole numbers without a sign. */
public final class CellKeys {
    private CellKeys() {}

    public static byte[] encode(long cell) {
        return KeyWriter.encode(TreeView.of(new BsonTimestamp(cell)));
    }

    /** Returns the places of these cells in a part of an index. */
    public static List<KeyInterval> intervals(List<CellSpan> spans) {
        List<KeyInterval> intervals = new ArrayList<>(spans.size());
        for (CellSpan span : spans) {
            intervals.add(KeyInterval.between(encode(span.first()), KeyInterval.above(encode(span.last()))));
        }
        return intervals;
    }

    /** Returns the ranges of keys that begin with one of these prefixes and go on with one of the cells. */
    public static List<IndexRange> ranges(List<byte[]> prefixes, List<CellSpan> spans) {
        List<KeyInterval> intervals = intervals(spans);
        List<IndexRange> ranges = new ArrayList<>(prefixes.size() * intervals.size());
        for (byte[] prefix : prefixes) {
            for (KeyInterval interval : intervals) {
                KeyInterval keys = interval.behind(prefix);
                ranges.add(new IndexRange(keys.from(), keys.until()));
            }
        }
        return ranges;
    }
}
