package dev.mayfly.face.cosmos.query;

import dev.mayfly.face.cosmos.language.CompiledQuery;
import dev.mayfly.face.cosmos.language.Gathering;
import java.util.Arrays;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * A page of a query that groups or aggregates: takes all items into account, and gives the rows behind the position by their
 * keys.
 */
final class GatheredPage {
    private static final String ORDER = "g";
    private static final long BYTES_MAX = 128L << 20;

    private final Lookups lookups;
    private final CompiledQuery compiled;
    private final RowGiver giver;

    GatheredPage(Lookups lookups, CompiledQuery compiled, RowGiver giver) {
        this.lookups = lookups;
        this.compiled = compiled;
        this.giver = giver;
    }

    @Nullable
    PageToken give(Walk walk) {
        try (Gathering gathering = compiled.gather(BYTES_MAX, null)) {
            lookups.each(walk, gathering::add);
            return give(gathering.keyedRows());
        }
    }

    /** Some rows may have one key; then the position is how many of them were given. */
    private @Nullable PageToken give(Iterator<Gathering.KeyedRow> rows) {
        PageToken start = giver.start();
        byte[] after = start.after();
        long given = start.rows();
        long alike = 0;
        byte @Nullable [] previous = null;
        while (rows.hasNext()) {
            Gathering.KeyedRow row = rows.next();
            int order = order(row.key(), start);
            alike = Arrays.equals(row.key(), previous) ? alike + 1 : 1;
            previous = row.key();
            if (order < 0 || (order == 0 && alike <= start.rows())) {
                continue;
            }
            if (!giver.give(row.row())) {
                return giver.isDone() ? null : giver.next(ORDER, after, 0, given);
            }
            after = row.key();
            given = alike;
        }
        return null;
    }

    /** Where a key stands as seen from the position of the token. */
    private static int order(byte[] key, PageToken start) {
        byte[] after = start.after();
        if (after == null) {
            return 1;
        }
        if (start.cut() != 0) {
            return start.isCutFrom(key) ? 0 : Arrays.compareUnsigned(key, after);
        }
        return Arrays.compareUnsigned(key, after);
    }
}
