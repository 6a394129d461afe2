package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.face.mongo.language.aggregation.stage.Paths;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Reorders stages, as they are written, so that less work is done and indexes can be used. */
final class PipelineOptimizer {
    private PipelineOptimizer() {}

    /** Moves each {@code $match} as far to the front as it goes, and joins those that meet. */
    static List<BsonDocument> optimize(List<BsonDocument> stages) {
        List<BsonDocument> result = new ArrayList<>();
        for (BsonDocument stage : stages) {
            result.add(stage);
            if (stage.getFirstKey().equals("$match")) {
                sinkLast(result);
            }
        }
        return result;
    }

    private static void sinkLast(List<BsonDocument> stages) {
        for (int at = stages.size() - 1; at > 0; at--) {
            BsonDocument match = stages.get(at);
            BsonDocument before = stages.get(at - 1);
            if (before.getFirstKey().equals("$match")) {
                stages.set(at - 1, joined(before, match));
                stages.remove(at);
                return;
            }
            if (!mayPass(match, before)) {
                return;
            }
            stages.set(at - 1, match);
            stages.set(at, before);
        }
    }

    private static BsonDocument joined(BsonDocument first, BsonDocument second) {
        BsonValue left = argument(first);
        BsonValue right = argument(second);
        if (left.isDocument() && left.asDocument().isEmpty()) {
            return second;
        }
        if (right.isDocument() && right.asDocument().isEmpty()) {
            return first;
        }
        return new BsonDocument("$match", new BsonDocument("$and", new BsonArray(List.of(left, right))));
    }

    private static BsonValue argument(BsonDocument stage) {
        return stage.values().iterator().next();
    }

    /** Returns whether the order of the two makes no difference. */
    private static boolean mayPass(BsonDocument match, BsonDocument before) {
        String name = before.getFirstKey();
        BsonValue query = argument(match);
        if (!query.isDocument()) {
            return false;
        }
        if (name.equals("$sort")) {
            return true;
        }
        Set<String> changed = changedBy(name, argument(before));
        if (changed.isEmpty() || Paths.mentions(query, "$expr")) {
            return false;
        }
        return Paths.of(query.asDocument()).stream()
                .noneMatch(path -> changed.stream().anyMatch(other -> Paths.overlap(path, other)));
    }

    /** The fields that a stage changes when it changes no others and drops no rows; otherwise none. */
    private static Set<String> changedBy(String name, BsonValue argument) {
        Set<String> changed = new HashSet<>();
        switch (name) {
            case "$set", "$addFields" -> {
                if (argument.isDocument()) {
                    changed.addAll(argument.asDocument().keySet());
                }
            }
            case "$unset" -> {
                List<BsonValue> paths = argument.isArray() ? argument.asArray() : List.of(argument);
                paths.stream()
                        .filter(BsonValue::isString)
                        .forEach(path -> changed.add(path.asString().getValue()));
            }
            case "$lookup", "$graphLookup" -> {
                if (argument.isDocument() && argument.asDocument().isString("as")) {
                    changed.add(argument.asDocument().getString("as").getValue());
                }
            }
            default -> {}
        }
        return changed;
    }
}
