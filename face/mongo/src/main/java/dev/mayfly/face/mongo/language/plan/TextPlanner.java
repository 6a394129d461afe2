package dev.mayfly.face.mongo.language.plan;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.IndexRange;
import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.filter.Comparison;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.filter.SpecialFilters;
import dev.mayfly.face.mongo.language.text.TextIndex;
import dev.mayfly.face.mongo.language.text.TextSearch;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Plans a query that searches for words, which only an index of texts can answer. */
final class TextPlanner {
    private final MongoFilter filter;
    private final List<KeyPart> sort;
    private final @Nullable BsonValue hint;
    private final Collation collation;

    TextPlanner(MongoFilter filter, List<KeyPart> sort, @Nullable BsonValue hint, Collation collation) {
        this.filter = filter;
        this.sort = sort;
        this.hint = hint;
        this.collation = collation;
    }

    static void refuseNatural(MongoFilter filter) {
        if (SpecialFilters.text(filter).isPresent()) {
            throw QueryException.badValue("text expression not allowed with $natural sort order");
        }
    }

    Plan plan(List<PlannerIndex> indexes) {
        boolean isHinted =
                hint != null && !(hint.isDocument() && hint.asDocument().isEmpty());
        if (isHinted) {
            throw QueryException.badValue("text and hint not allowed in same query");
        }
        if (SpecialFilters.requiresText(filter)) {
            return scan(indexes);
        }
        Plan union = new UnionPlanner(sort, indexes, collation).plan(filter);
        if (union == null) {
            throw noPlan("Failed to produce a solution for TEXT under OR - other non-TEXT clauses under OR have to be"
                    + " indexed as well.");
        }
        return union;
    }

    private static QueryException noPlan(String reason) {
        return new QueryException(
                291, "NoQueryExecutionPlans", "error processing query: planner returned error: " + reason);
    }

    /** Returns the scan for a search that every match has to answer. */
    Plan.TextScan scan(List<PlannerIndex> indexes) {
        for (PlannerIndex index : indexes) {
            TextIndex texts = index.texts();
            MongoFilter partial = index.partialFilter();
            if (texts != null && !index.hidden() && (partial == null || Implication.holds(filter, partial))) {
                return scan(index, texts);
            }
        }
        throw noPlan("need exactly one text index for $text query");
    }

    private Plan.TextScan scan(PlannerIndex index, TextIndex texts) {
        byte[] start = {};
        BsonDocument prefix = new BsonDocument();
        for (int at = 0; at < texts.before().size(); at++) {
            KeyPart part = index.shape().parts().get(at);
            View value = equalTo(part.path());
            prefix.append(part.path().dotted(), value.toBsonValue());
            start = KeyInterval.joined(
                    start, new KeyWriter().append(value, part.descending()).toBytes());
        }
        TextSearch search = SpecialFilters.text(filter).orElseThrow();
        List<IndexRange> ranges = new ArrayList<>();
        for (String term : search.keys()) {
            byte[] key = new KeyWriter().appendString(term).toBytes();
            ranges.add(IndexRange.prefix(KeyInterval.joined(start, key)));
        }
        return new Plan.TextScan(index.name(), prefix, search, ranges, filter, sort.isEmpty());
    }

    private View equalTo(FieldPath path) {
        return SpecialFilters.required(filter)
                .filter(each -> each instanceof MongoFilter.AtPath(FieldPath at, Comparison test)
                        && at.equals(path)
                        && test.relation() == Comparison.Relation.EQUAL)
                .map(each -> ((Comparison) ((MongoFilter.AtPath) each).test()).operand())
                .findFirst()
                .orElseThrow(() -> noPlan("failed to use text index to satisfy $text query (if text index is compound,"
                        + " are equality predicates given for all prefix fields?)"));
    }
}
