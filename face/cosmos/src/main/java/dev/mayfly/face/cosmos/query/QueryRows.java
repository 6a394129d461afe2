package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.document.JsonFields;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.FrozenReads;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.cosmos.language.CosmosQuery;
import dev.mayfly.face.cosmos.language.function.FunctionSource;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.KeyRanges;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Runs a query over all partitions of a container as of one instant and one state of the store, page after page, for
 * callers that have no request. Stays within the limits of the current {@link RequestGuard}. Used once.
 */
public final class QueryRows {
    private static final QueryRules RULES = new QueryRules(true, true);

    /** A continuation stays here, so its length matters to nobody. */
    private static final int CONTINUATION_MAX = Integer.MAX_VALUE;

    private final Container container;
    private final CosmosQuery query;
    private final Map<String, SqlValue> parameters;
    private final SplittableRandom random = new SplittableRandom();

    /**
     * Reads the query.
     *
     * @param parameters by names that begin with {@code @}
     * @throws dev.mayfly.face.cosmos.error.CosmosException 400 if it is none
     */
    public QueryRows(Container container, String text, Map<String, SqlValue> parameters) {
        this.container = container;
        this.query = CosmosQuery.parse(text);
        this.parameters = Map.copyOf(parameters);
        query.checkDistribution(false);
    }

    /**
     * Returns the first rows, each as JSON.
     *
     * @throws dev.mayfly.face.cosmos.error.CosmosException if it cannot be carried out
     */
    public List<String> first(Engine engine, int most) {
        try (FrozenReads reads = engine.frozenReads()) {
            return first(reads, most);
        }
    }

    private List<String> first(FrozenReads reads, int most) {
        List<String> rows = new ArrayList<>();
        String continuation = null;
        do {
            JsonSink out = SqlValues.sink(4_096);
            out.put('[');
            continuation = page(reads, most - rows.size(), continuation, out);
            out.put(']');
            RequestGuard.current().hold(out.length());
            addRows(out.toByteArray(), rows);
        } while (continuation != null && rows.size() < most);
        return rows;
    }

    private @Nullable String page(FrozenReads reads, int rowsMax, @Nullable String continuation, JsonSink out) {
        PageRequest asked = new PageRequest(
                container,
                query,
                parameters,
                null,
                "",
                PageRequest.EVERYWHERE,
                KeyRanges.ALL,
                rowsMax,
                continuation,
                CONTINUATION_MAX,
                FunctionSource.NONE);
        int before = out.length();
        while (true) {
            ReadView reading = reads.of(container.collection());
            PageResult result = new QueryRun(asked, RULES, QueryLimits.DEFAULT, reading, random, out).answer();
            if (result != null) {
                return result.continuation();
            }
            // An index was dropped meanwhile; the definition as it is now knows nothing of it.
            out.cut(before);
            reads.close();
        }
    }

    private static void addRows(byte[] array, List<String> rows) {
        JsonFields elements = JsonView.of(array).fields();
        while (elements.next()) {
            JsonView row = elements.value();
            rows.add(new String(array, row.from(), row.until() - row.from(), StandardCharsets.UTF_8));
        }
    }
}
