package dev.mayfly.face.cosmos.language;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the queries that were read last, so that a text is read once and not for every page. Safe for concurrent use.
 *
 * <p>Reading the text of a usual query takes 20 to 80 us, more than carrying out one that an index answers.
 */
public final class QueryCache {
    static final int QUERIES_MAX = 500;

    /** A longer text is read anew each time: it is seldom sent twice. */
    static final int TEXT_MAX = 4096;

    private final Map<String, CosmosQuery> queries = new LinkedHashMap<>(64, 0.75f, true);

    /**
     * The query of this text.
     *
     * @throws dev.mayfly.face.cosmos.CosmosException 400 when it is none
     */
    public CosmosQuery parse(String text) {
        CosmosQuery known = known(text);
        if (known != null) {
            return known;
        }
        CosmosQuery query = CosmosQuery.parse(text);
        if (text.length() <= TEXT_MAX) {
            keep(query);
        }
        return query;
    }

    private synchronized @Nullable CosmosQuery known(String text) {
        return queries.get(text);
    }

    private synchronized void keep(CosmosQuery query) {
        queries.put(query.text(), query);
        if (queries.size() > QUERIES_MAX) {
            queries.remove(queries.keySet().iterator().next());
        }
    }
}
