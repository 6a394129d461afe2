package dev.mayfly.face.cosmos.query;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.query.index.UsableIndexes;
import java.util.List;

/**
 * The permissions that a request gives its query.
 *
 * @param everywhere whether it may search all partitions
 * @param scan whether it may look at items without an index
 */
record QueryRules(boolean everywhere, boolean scan) {
    /** Everything is allowed. */
    static final QueryRules NONE = new QueryRules(true, true);

    void check(PageRequest asked, ItemRanges items, List<List<Bound>> conditions, UsableIndexes indexes) {
        boolean isOfAll = asked.partition() == null && items.isEverywhere();
        if (!everywhere && isOfAll && !asked.query().tree().sources().isEmpty()) {
            throw CosmosException.badRequest("Cross partition query is required but disabled. Please set"
                    + " x-ms-documentdb-query-enablecrosspartition to true, specify x-ms-documentdb-partitionkey, or revise"
                    + " your query to avoid this exception.");
        }
        boolean isExcluded =
                conditions.stream().flatMap(List::stream).anyMatch(bound -> indexes.covering(bound.path()) == null);
        if (!scan && isExcluded) {
            throw CosmosException.badRequest(
                    "An invalid query has been specified with filters against path(s) excluded from"
                            + " indexing. Consider adding allow scan header in the request.");
        }
    }
}
