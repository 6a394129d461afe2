package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.cosmos.language.AggregateRows;
import dev.mayfly.face.cosmos.language.CompiledQuery;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A page of a query that groups or aggregates: takes all items into account, and gives the rows behind the position by their
 * keys.
 */
final class GatheredPage {
    private static final String ORDER = "g";
    private static final long BYTES_MAX = 128L << 20;

    private static final int ROW_BYTES = 64;

    private final ItemReader lookups;
    private final CompiledQuery compiled;
    private final PageWriter giver;

    GatheredPage(ItemReader lookups, CompiledQuery compiled, PageWriter giver) {
        this.lookups = lookups;
        this.compiled = compiled;
        this.giver = giver;
    }

    @Nullable
    PageToken give(ItemWalk walk) {
        return give(aggregates -> {
            if (compiled.readsItems()) {
                lookups.each(walk, aggregates::add);
            } else {
                aggregates.add(SqlValues.UNDEFINED);
            }
        });
    }

    /** As {@link #give(ItemWalk)}, of items without which no row of the query is made. */
    @Nullable
    PageToken give(List<Document> items) {
        return give(aggregates -> lookups.each(items, aggregates::add));
    }

    private @Nullable PageToken give(Consumer<AggregateRows> gathering) {
        try (AggregateRows aggregates = compiled.gather(BYTES_MAX, null)) {
            gathering.accept(aggregates);
            List<AggregateRows.KeyedRow> rows = new ArrayList<>();
            RequestGuard guard = RequestGuard.current();
            aggregates.keyedRows().forEachRemaining(row -> {
                guard.hold(ROW_BYTES + row.key().length + row.row().memoryBytes());
                rows.add(row);
            });
            return give(rows, position(rows));
        }
    }

    /** Returns the key after which to continue, also if a token has kept only its beginning. */
    private byte @Nullable [] position(List<AggregateRows.KeyedRow> rows) {
        PageToken start = giver.start();
        for (AggregateRows.KeyedRow row : rows) {
            if (start.cut() != 0 && start.isCutFrom(row.key())) {
                return row.key();
            }
        }
        return start.after();
    }

    /** Several rows may have the same key; then the position includes the number of them given. */
    private @Nullable PageToken give(List<AggregateRows.KeyedRow> rows, byte @Nullable [] from) {
        byte[] after = from;
        long given = giver.start().rows();
        long alike = 0;
        byte @Nullable [] previous = null;
        for (AggregateRows.KeyedRow row : rows) {
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
