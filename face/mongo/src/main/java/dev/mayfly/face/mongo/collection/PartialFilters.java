package dev.mayfly.face.mongo.collection;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.ShellText;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** What a partial index may ask of its documents: comparisons, existence and types, joined by "and" and "or". */
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
        if (!value.isDocument()
                || value.asDocument().isEmpty()
                || !value.asDocument().getFirstKey().startsWith("$")) {
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

    private static boolean isTrue(BsonValue value) {
        return value.isBoolean()
                ? value.asBoolean().getValue()
                : !value.isNumber() || value.asNumber().doubleValue() != 0;
    }
}
