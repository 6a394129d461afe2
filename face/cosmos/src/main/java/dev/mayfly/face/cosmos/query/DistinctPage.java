package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.face.cosmos.language.CompiledQuery;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import dev.mayfly.face.cosmos.query.index.ValueKeys;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A page of a query whose rows are distinct: keeps the first rows behind the position, by their values. */
final class DistinctPage implements CompiledQuery.RowSink {
    private static final String ORDER = "d";
    private static final long BYTES_MAX = 64L << 20;
    private static final int ROW_OVERHEAD_BYTES = 150;

    private final Lookups lookups;
    private final CompiledQuery compiled;
    private final RowGiver giver;
    private final TreeMap<byte[], byte[]> first = new TreeMap<>(Arrays::compareUnsigned);
    private byte @Nullable [] after;
    private long bytes;

    DistinctPage(Lookups lookups, CompiledQuery compiled, RowGiver giver) {
        this.lookups = lookups;
        this.compiled = compiled;
        this.giver = giver;
        this.after = giver.start().after();
    }

    @Nullable
    PageToken give(Walk walk) {
        if (giver.start().cut() != 0) {
            lookups.each(walk, item -> compiled.rows(item, this::find));
        }
        lookups.each(walk, item -> compiled.rows(item, this));
        for (Map.Entry<byte[], byte[]> row : first.entrySet()) {
            if (!giver.give(Values.parse(row.getValue()))) {
                return giver.isDone() ? null : giver.next(ORDER, after);
            }
            after = row.getKey();
        }
        return null;
    }

    /** Looks for the position of which a token has kept the beginning alone. */
    private boolean find(Value row) {
        byte[] key = ValueKeys.whole(row);
        after = giver.start().isCutFrom(key) ? key : after;
        return true;
    }

    @Override
    public boolean accept(Value row) {
        byte[] key = ValueKeys.whole(row);
        boolean given = after != null && Arrays.compareUnsigned(key, after) <= 0;
        boolean beyond = first.size() >= giver.wanted() && Arrays.compareUnsigned(key, first.lastKey()) >= 0;
        if (!given && !beyond && !first.containsKey(key)) {
            keep(key, row);
        }
        return true;
    }

    private void keep(byte[] key, Value row) {
        JsonSink json = Values.sink();
        row.write(json);
        first.put(key, json.toByteArray());
        bytes += key.length + json.length() + ROW_OVERHEAD_BYTES;
        if (first.size() > giver.wanted()) {
            Map.Entry<byte[], byte[]> last = first.pollLastEntry();
            bytes -= last.getKey().length + last.getValue().length + ROW_OVERHEAD_BYTES;
        }
        if (bytes > BYTES_MAX) {
            throw QueryErrors.tooMuch();
        }
    }
}
