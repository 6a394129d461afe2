package dev.mayfly.face.mongo.language.plan;

import dev.mayfly.face.mongo.language.error.QueryException;
import java.util.List;
import org.bson.BsonNumber;
import org.bson.BsonValue;

/** The index that a query names, by its name or by its key. */
final class IndexHint {
    private static final String ID_INDEX = "_id_";

    private IndexHint() {}

    /** @throws QueryException if the hint names none of these indexes, or several */
    static PlannerIndex named(BsonValue hint, List<PlannerIndex> indexes) {
        requireOne(hint, indexes);
        for (PlannerIndex index : indexes) {
            if (!index.hidden() && names(hint, index)) {
                return index;
            }
        }
        throw QueryException.badValue(
                "error processing query: planner returned error: hint provided does not correspond to an existing"
                        + " index");
    }

    /** Indexes of one key may differ in their collations, or in what is in them. */
    private static void requireOne(BsonValue hint, List<PlannerIndex> indexes) {
        List<String> named = indexes.stream()
                .filter(index -> !index.hidden() && names(hint, index))
                .map(PlannerIndex::name)
                .toList();
        if (named.size() > 1) {
            throw QueryException.badValue(
                    "error processing query: planner returned error: Hint matched multiple indexes,"
                            + " must hint by index name. Matched: " + named.get(0) + " and " + named.get(1));
        }
    }

    /** Returns whether the hint names the order of the ids. */
    static boolean isIds(BsonValue hint) {
        return hint.isString()
                ? hint.asString().getValue().equals(ID_INDEX)
                : hint.isDocument()
                        && hint.asDocument().size() == 1
                        && hint.asDocument().get("_id") instanceof BsonNumber direction
                        && direction.doubleValue() == 1;
    }

    private static boolean names(BsonValue hint, PlannerIndex index) {
        if (hint.isString()) {
            return hint.asString().getValue().equals(index.name());
        }
        return hint.isDocument()
                && !index.shape().wildcard()
                && hint.asDocument().keySet().stream().noneMatch(path -> path.endsWith("$**"))
                && hint.asDocument().values().stream().allMatch(BsonValue::isNumber)
                && SortCompiler.compile(hint.asDocument()).equals(index.shape().parts());
    }
}
