package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.KeyPart;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.mongo.language.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Updates that may move a document within the very index by which documents are found, so that a walk may come upon it
 * again: the Halloween problem.
 */
final class MovingUpdates {
    private MovingUpdates() {}

    static boolean mayMeetAgain(Plan plan, CollectionRecord record, BsonValue update) {
        if (!(plan instanceof Plan.IndexScan scan)) {
            return plan instanceof Plan.Union || plan instanceof Plan.NearScan || plan instanceof Plan.TextScan;
        }
        IndexDefinition index = record.index(scan.index()).orElse(null);
        if (index == null || index.kind() != IndexDefinition.Kind.ORDERED || !update.isDocument()) {
            return true;
        }
        return touches(index.parts(), update.asDocument());
    }

    private static boolean touches(List<KeyPart> parts, BsonDocument update) {
        for (String changed : paths(update)) {
            for (KeyPart part : parts) {
                if (overlap(changed, String.join(".", part.path().names()))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<String> paths(BsonDocument update) {
        List<String> paths = new ArrayList<>();
        for (Map.Entry<String, BsonValue> operator : update.entrySet()) {
            if (operator.getValue().isDocument()) {
                operator.getValue().asDocument().forEach((path, argument) -> {
                    paths.add(path);
                    if (operator.getKey().equals("$rename") && argument.isString()) {
                        paths.add(argument.asString().getValue());
                    }
                });
            }
        }
        return paths;
    }

    /** Positions in arrays stand for any; so only the first names are compared. */
    private static boolean overlap(String changed, String indexed) {
        return first(changed).equals(first(indexed));
    }

    private static String first(String path) {
        int dot = path.indexOf('.');
        return dot < 0 ? path : path.substring(0, dot);
    }
}
