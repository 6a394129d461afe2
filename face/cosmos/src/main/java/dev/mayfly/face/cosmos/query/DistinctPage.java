package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.cosmos.language.CompiledQuery;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.face.cosmos.query.index.ValueKeys;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A page of a query whose rows are distinct: keeps the first rows after the position, by their values. */
final class DistinctPage implements CompiledQuery.RowSink {
    private static final String ORDER = "d";
    private static final long BYTES_MAX = 64L << 20;
    private static final int ROW_OVERHEAD_BYTES = 150;

    private final ItemReader lookups;
    private final CompiledQuery compiled;
    private final PageWriter giver;
    private final TreeMap<byte[], byte[]> first = new TreeMap<>(Arrays::compareUnsigned);
    private byte @Nullable [] after;
    private final RequestGuard guard = RequestGuard.current();
    private long bytes;

    DistinctPage(ItemReader lookups, CompiledQuery compiled, PageWriter giver) {
        this.lookups = lookups;
        this.compiled = compiled;
        this.giver = giver;
        this.after = giver.start().after();
    }

    @Nullable
    PageToken give(ItemWalk walk) {
        if (giver.start().cut() != 0) {
            lookups.each(walk, item -> compiled.rows(item, this::find));
        }
        lookups.each(walk, item -> compiled.rows(item, this));
        for (Map.Entry<byte[], byte[]> row : first.entrySet()) {
            if (!giver.give(SqlValues.parse(row.getValue()))) {
                return giver.isDone() ? null : giver.next(ORDER, after);
            }
            after = row.getKey();
        }
        return null;
    }

    /** Looks for the position of which a token has kept only the beginning. */
    private boolean find(SqlValue row) {
        byte[] key = ValueKeys.whole(row);
        after = giver.start().isCutFrom(key) ? key : after;
        return true;
    }

    @Override
    public boolean accept(SqlValue row) {
        byte[] key = ValueKeys.whole(row);
        boolean given = after != null && Arrays.compareUnsigned(key, after) <= 0;
        boolean beyond = first.size() >= giver.wanted() && Arrays.compareUnsigned(key, first.lastKey()) >= 0;
        if (!given && !beyond && !first.containsKey(key)) {
            keep(key, row);
        }
        return true;
    }

    private void keep(byte[] key, SqlValue row) {
        byte[] json = SqlValues.jsonBytes(row);
        first.put(key, json);
        grow(key.length + json.length + ROW_OVERHEAD_BYTES);
        if (first.size() > giver.wanted()) {
            Map.Entry<byte[], byte[]> last = first.pollLastEntry();
            grow(-(last.getKey().length + last.getValue().length + ROW_OVERHEAD_BYTES));
        }
        if (bytes > BYTES_MAX) {
            throw QueryErrors.tooMuch();
        }
    }

    private void grow(int more) {
        bytes += more;
        if (more > 0) {
            guard.hold(more);
        } else {
            guard.letGo(-more);
        }
    }
}
