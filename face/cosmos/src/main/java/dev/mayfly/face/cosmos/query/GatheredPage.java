package dev.mayfly.face.cosmos.query;

import dev.mayfly.face.cosmos.language.CompiledQuery;
import dev.mayfly.face.cosmos.language.Gathering;
import dev.mayfly.face.cosmos.language.value.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
            if (compiled.readsItems()) {
                lookups.each(walk, gathering::add);
            } else {
                gathering.add(Values.UNDEFINED);
            }
            List<Gathering.KeyedRow> rows = new ArrayList<>();
            gathering.keyedRows().forEachRemaining(rows::add);
            return give(rows, position(rows));
        }
    }

    /** The key behind which to go on, also if a token has kept its beginning alone. */
    private byte @Nullable [] position(List<Gathering.KeyedRow> rows) {
        PageToken start = giver.start();
        for (Gathering.KeyedRow row : rows) {
            if (start.cut() != 0 && start.isCutFrom(row.key())) {
                return row.key();
            }
        }
        return start.after();
    }

    /** Some rows may have one key; then the position is how many of them were given. */
    private @Nullable PageToken give(List<Gathering.KeyedRow> rows, byte @Nullable [] from) {
        byte[] after = from;
        long given = giver.start().rows();
        long alike = 0;
        byte @Nullable [] previous = null;
        for (Gathering.KeyedRow row : rows) {
            alike = Arrays.equals(row.key(), previous) ? alike + 1 : 1;
            previous = row.key();
            int order = from == null ? 1 : Arrays.compareUnsigned(row.key(), from);
            if (order < 0 || (order == 0 && alike <= giver.start().rows())) {
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
}
