package dev.mayfly.engine.read;

import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request to walk an index.
 *
 * @param index the index; a document may have several keys in the ranges if its definition says multikey, or the
 *     record does
 * @param ranges over encoded values, sorted in the direction, not overlapping; the whole of them also when it goes on
 * @param documents only documents with keys in this range, the others are not even fetched
 * @param after the position behind which it goes on, or null from the start
 */
public record IndexWalk(
        IndexDefinition index,
        List<KeyRange> ranges,
        Direction direction,
        KeyRange documents,
        byte @Nullable [] after) {
    public IndexWalk {
        ranges = List.copyOf(ranges);
    }

    public IndexWalk(IndexDefinition index, List<KeyRange> ranges, Direction direction) {
        this(index, ranges, direction, KeyRange.ALL, null);
    }

    /** The same, of documents with keys in this range only. */
    public IndexWalk within(KeyRange keys) {
        return new IndexWalk(index, ranges, direction, keys, after);
    }

    /** The same, from behind this position on. */
    public IndexWalk behind(byte[] position) {
        return new IndexWalk(index, ranges, direction, documents, position);
    }

    /** The ranges over the keys of the index space. */
    public List<KeyRange> storeRanges() {
        return ranges.stream().map(this::inIndex).toList();
    }

    private KeyRange inIndex(KeyRange range) {
        byte[] until = range.until();
        byte[] end =
                until == null ? KeyRange.after(Layout.indexPrefix(index.id())) : Layout.indexKey(index.id(), until);
        return new KeyRange(Layout.indexKey(index.id(), range.from()), end);
    }
}
