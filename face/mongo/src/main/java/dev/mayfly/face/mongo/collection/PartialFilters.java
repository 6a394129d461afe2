package dev.mayfly.face.mongo.collection;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.value.ShellText;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The filters allowed for a partial index: comparisons, existence and types, joined by "and" and "or". */
final class PartialFilters {
    private static final Set<String> TESTS = Set.of("$eq", "$gt", "$gte", "$lt", "$lte", "$in", "$type");

    private PartialFilters() {}

    /** @throws CommandError if it asks for something else */
    static void check(BsonDocument filter) {
        for (Map.Entry<String, BsonValue> entry : filter.entrySet()) {
            String name = entry.getKey();
            BsonValue value = entry.getValue();
            if ((name.equals("$and") || name.equals("$or")) && value.isArray()) {
                value.asArray().stream().filter(BsonValue::isDocument).forEach(each -> check(each.asDocument()));
            } else if (name.startsWith("$") || value.isRegularExpression() || !isTest(value)) {
                throw new CommandError(
                        MongoCode.CANNOT_CREATE_INDEX,
                        "Expression not supported in partial index: " + ShellText.of(new BsonDocument(name, value)));
            }
        }
    }

    private static boolean isTest(BsonValue value) {
        if (!isOperators(value)) {
            return true;
        }
        for (Map.Entry<String, BsonValue> test : value.asDocument().entrySet()) {
            boolean exists = test.getKey().equals("$exists") && isTrue(test.getValue());
            if (!exists && !TESTS.contains(test.getKey())) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether two filters are equivalent up to the order of their clauses. */
    static boolean same(@Nullable BsonValue left, @Nullable BsonValue right) {
        return left instanceof BsonDocument one && right instanceof BsonDocument other
                ? clauses(one).equals(clauses(other))
                : Objects.equals(left, right);
    }

    /** Returns the clauses that must all hold; those of an $or are its branches. */
    private static Set<Object> clauses(BsonDocument filter) {
        Set<Object> clauses = new HashSet<>();
        filter.forEach((name, value) -> {
            if (name.equals("$and") && value.isArray()) {
                value.asArray().forEach(each -> clauses.addAll(clauses(each.asDocument())));
            } else if (name.equals("$or") && value.isArray()) {
                Set<Object> branches = new HashSet<>();
                value.asArray().forEach(each -> branches.add(clauses(each.asDocument())));
                clauses.add(branches);
            } else if (isOperators(value)) {
                value.asDocument().forEach((operator, operand) -> clauses.add(List.of(name, operator, operand)));
            } else {
                clauses.add(List.of(name, "$eq", value));
            }
        });
        return clauses;
    }

    private static boolean isOperators(BsonValue value) {
        return value.isDocument()
                && !value.asDocument().isEmpty()
                && value.asDocument().getFirstKey().startsWith("$");
    }

    private static boolean isTrue(BsonValue value) {
        return value.isBoolean()
                ? value.asBoolean().getValue()
                : !value.isNumber() || value.asNumber().doubleValue() != 0;
    }
}
