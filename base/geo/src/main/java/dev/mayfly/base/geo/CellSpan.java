package dev.mayfly.base.geo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Numbers of cells that follow each other, as unsigned numbers, both ends included.
 *
 * @param first the least
 * @param last the greatest
 */
public record CellSpan(long first, long last) {
    private static final Comparator<CellSpan> BY_FIRST = (a, b) -> Long.compareUnsigned(a.first, b.first);

    static CellSpan of(long cell) {
        return new CellSpan(cell, cell);
    }

    private boolean isApartFrom(CellSpan later) {
        return last != -1L && Long.compareUnsigned(last + 1, later.first) < 0;
    }

    /** Returns the same numbers in order, each once, in as few spans as there can be. */
    static List<CellSpan> merged(List<CellSpan> spans) {
        List<CellSpan> sorted = new ArrayList<>(spans);
        sorted.sort(BY_FIRST);
        List<CellSpan> merged = new ArrayList<>(sorted.size());
        for (CellSpan next : sorted) {
            CellSpan before = merged.isEmpty() ? null : merged.getLast();
            if (before == null || before.isApartFrom(next)) {
                merged.add(next);
            } else if (Long.compareUnsigned(before.last, next.last) < 0) {
                merged.set(merged.size() - 1, new CellSpan(before.first, next.last));
            }
        }
        return merged;
    }
}
