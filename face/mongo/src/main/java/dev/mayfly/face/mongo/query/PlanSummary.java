package dev.mayfly.face.mongo.query;

import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.language.plan.Plan;
import dev.mayfly.face.mongo.language.value.ShellText;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** A plan in the few words of MongoDB's logs; the order of the ids is an index like others. */
public final class PlanSummary {
    /** One document, by its id. */
    public static final String BY_ID = "IDHACK";

    /** Document after document. */
    static final String WHOLE = "COLLSCAN";

    private PlanSummary() {}

    static String of(Plan plan, Optional<IndexDefinition> index) {
        return switch (plan) {
            case Plan.KeyLookup lookup -> lookup.keys().size() == 1 ? BY_ID : "IXSCAN { _id: 1 }";
            case Plan.KeyRangeScan _ -> "IXSCAN { _id: 1 }";
            case Plan.IndexScan _ -> index.map(PlanSummary::ofIndex).orElse("");
            case Plan.CollectionScan _ -> WHOLE;
            case Plan.DeadlineScan _ -> "EXPIRY_SCAN";
            case Plan.TextScan _ -> "TEXT_MATCH" + index.map(PlanSummary::keyOf).orElse("");
            case Plan.NearScan near ->
                near.places().nearStage() + index.map(PlanSummary::keyOf).orElse("");
            case Plan.Union _ -> "OR";
        };
    }

    /** A walk over an index. */
    public static String ofIndex(IndexDefinition index) {
        return "IXSCAN" + keyOf(index);
    }

    private static String keyOf(IndexDefinition index) {
        BsonDocument key = new BsonDocument();
        IndexListing.key(index).forEach((path, direction) -> key.append(path, sign(direction)));
        return " " + ShellText.of(key);
    }

    /** Returns only the sign of a direction. */
    private static BsonValue sign(BsonValue direction) {
        return direction.isNumber() ? new BsonInt32(direction.asNumber().doubleValue() < 0 ? -1 : 1) : direction;
    }
}
