package dev.mayfly.face.cosmos.query;

import dev.mayfly.face.cosmos.language.CompiledQuery;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import org.jspecify.annotations.Nullable;

/** Puts rows into a page: skips what OFFSET skips, and gives no more than LIMIT and TOP let. Used by one thread. */
final class PageWriter {
    private final PageRows page;
    private final PageToken start;
    private long skip;
    private long left;

    /** @param start where the page begins */
    PageWriter(PageRows page, PageToken start, CompiledQuery compiled) {
        boolean isFirst = start.order().isEmpty();
        this.page = page;
        this.start = start;
        this.skip = isFirst ? compiled.skip() : start.skip();
        this.left = isFirst ? compiled.take() : start.limit() < 0 ? Long.MAX_VALUE : start.limit();
    }

    /** Skips the row, or puts it into the page; false when there is no room, or no more is wanted. */
    boolean give(SqlValue row) {
        if (skip > 0) {
            skip--;
            return true;
        }
        if (left == 0 || !page.add(row)) {
            return false;
        }
        if (left != Long.MAX_VALUE) {
            left--;
        }
        return true;
    }

    /** Returns true if no further row is wanted, on this page or a later one. */
    boolean isDone() {
        return left == 0;
    }

    boolean isFull() {
        return page.isFull();
    }

    /**
     * Returns the number of further rows that can matter for the page, including one that shows that there is more.
     */
    long wanted() {
        return Math.min(Integer.MAX_VALUE, skip) + page.rowsMax() + 2L;
    }

    PageToken start() {
        return start;
    }

    /** Returns the token of the next page, which begins after this position. */
    PageToken next(String order, byte @Nullable [] after) {
        return next(order, after, 0, 0);
    }

    PageToken next(String order, byte @Nullable [] after, long item, long rows) {
        long limit = left == Long.MAX_VALUE ? -1 : left;
        return new PageToken(start.query(), order, after, 0, item, rows, skip, limit);
    }
}
