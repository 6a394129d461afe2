package dev.mayfly.face.mongo.language.update;

import dev.mayfly.face.mongo.language.error.QueryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The document that an upsert starts from: the fields that its query says are equal to something. */
public final class UpsertSeed {
    private final TreeMap<String, BsonValue> equalities = new TreeMap<>();

    private UpsertSeed() {}

    /** The seed for an update; a replacement takes only the {@code _id} from its query. */
    public static BsonDocument of(BsonDocument query, Update update) {
        UpsertSeed seed = new UpsertSeed();
        seed.collect(query, update.isReplacement());
        return seed.document();
    }

    private void collect(BsonDocument query, boolean onlyId) {
        query.forEach((name, argument) -> {
            if (name.equals("$and") || name.equals("$or")) {
                collectClauses(name, argument, onlyId);
            } else if (!name.startsWith("$") && (!onlyId || name.equals("_id"))) {
                equalities(argument).forEach(equal -> add(name, equal));
            }
        });
    }

    /** Every clause of a conjunction counts; a disjunction counts when it has but one. */
    private void collectClauses(String operator, BsonValue argument, boolean onlyId) {
        if (!argument.isArray()) {
            return;
        }
        BsonArray clauses = argument.asArray();
        if (operator.equals("$and") || clauses.size() == 1) {
            clauses.stream().filter(BsonValue::isDocument).forEach(clause -> collect(clause.asDocument(), onlyId));
        }
    }

    /** Each value that the field is said to equal; more than one cannot be stored. */
    private static List<BsonValue> equalities(BsonValue argument) {
        if (argument.isRegularExpression()) {
            return List.of();
        }
        if (!argument.isDocument()
                || argument.asDocument().isEmpty()
                || !argument.asDocument().getFirstKey().startsWith("$")) {
            return List.of(argument);
        }
        BsonDocument operators = argument.asDocument();
        List<BsonValue> equal = new ArrayList<>();
        if (operators.containsKey("$eq")) {
            equal.add(operators.get("$eq"));
        }
        List<BsonValue> alternatives = values(operators.get("$in"));
        if (alternatives.size() == 1) {
            equal.addAll(alternatives);
        }
        equal.addAll(values(operators.get("$all")));
        return equal;
    }

    /** Those of a list that are no conditions. */
    private static List<BsonValue> values(@Nullable BsonValue list) {
        return list == null || !list.isArray()
                ? List.of()
                : list.asArray().stream().filter(value -> !isCondition(value)).toList();
    }

    private static boolean isCondition(BsonValue value) {
        return value.isRegularExpression()
                || (value.isDocument() && value.asDocument().containsKey("$elemMatch"));
    }

    private void add(String path, BsonValue value) {
        for (String other : equalities.keySet()) {
            if (other.equals(path)) {
                throw refusal("cannot infer query fields to set, path '" + path + "' is matched twice");
            }
            if (other.startsWith(path + ".") || path.startsWith(other + ".")) {
                throw refusal(
                        "cannot infer query fields to set, both paths '" + path + "' and '" + other + "' are matched");
            }
        }
        equalities.put(path, value);
    }

    private static QueryException refusal(String message) {
        return UpdateRefusals.notSingleValue(message);
    }

    private BsonDocument document() {
        BsonDocument document = new BsonDocument();
        for (Map.Entry<String, BsonValue> equality : equalities.entrySet()) {
            put(document, equality.getKey().split("\\.", -1), equality.getValue());
        }
        return document;
    }

    private static void put(BsonDocument document, String[] names, BsonValue value) {
        BsonDocument parent = document;
        for (int i = 0; i < names.length - 1; i++) {
            BsonValue child = parent.computeIfAbsent(names[i], _ -> new BsonDocument());
            parent = child.asDocument();
        }
        parent.put(names[names.length - 1], value);
    }
}
