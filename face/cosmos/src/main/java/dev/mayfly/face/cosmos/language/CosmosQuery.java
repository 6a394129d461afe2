package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.function.QueryInstant;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import java.util.Map;

/** A query that has been read. Immutable and safe for concurrent use, so that it may be kept for the next time. */
public final class CosmosQuery {
    private final String text;
    private final SqlQuery tree;

    private CosmosQuery(String text, SqlQuery tree) {
        this.text = text;
        this.tree = tree;
    }

    /**
     * Reads a query.
     *
     * @throws dev.mayfly.face.cosmos.error.CosmosException 400 with what the service says of its mistakes
     */
    public static CosmosQuery parse(String text) {
        return new CosmosQuery(text, QueryReader.read(text));
    }

    public String text() {
        return text;
    }

    public SqlQuery tree() {
        return tree;
    }

    /**
     * Returns the JSON for a client that asks how to distribute the query.
     *
     * @param onePartition whether it is restricted to one logical partition
     * @param ranges whether the container has several ranges of partition keys
     */
    public String plan(boolean onePartition, boolean ranges) {
        checkDistribution(onePartition);
        return QueryPlan.of(tree, ranges && !onePartition && isWhole() ? QueryRange.BEHIND_ALL : QueryRange.ALL);
    }

    /** Returns true if its rows are more than those of its items one by one, so that one server makes all of them. */
    public boolean isWhole() {
        return QueryPlan.isWhole(tree);
    }

    /** Refuses what the service cannot put together of several partitions. */
    public void checkDistribution(boolean onePartition) {
        if (!onePartition) {
            QueryPlan.refuseCompositions(tree);
        }
    }

    /**
     * Compiles the query for execution.
     *
     * @param parameters by names that begin with {@code @}; one without a value is undefined
     * @throws dev.mayfly.face.cosmos.error.CosmosException 400 if a parameter is missing, or invalid in its place
     */
    public CompiledQuery compile(Map<String, SqlValue> parameters, QueryInstant moment) {
        return CompiledQuery.of(tree, parameters, moment);
    }
}
