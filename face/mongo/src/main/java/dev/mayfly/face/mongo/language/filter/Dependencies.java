package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.error.QueryException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * {@code dependencies}: what else an object with a property must have, or be like.
 *
 * @param names of the properties that must be there with one
 * @param schemas of the whole object that has one
 */
record Dependencies(Map<String, Set<String>> names, Map<String, JsonSchema> schemas) implements SchemaRule {
    static void add(SchemaParser schema) {
        Keyword keyword = schema.keyword("dependencies");
        if (keyword == null) {
            return;
        }
        Map<String, Set<String>> names = new LinkedHashMap<>();
        Map<String, JsonSchema> schemas = new LinkedHashMap<>();
        for (Map.Entry<String, BsonValue> each : keyword.object().entrySet()) {
            BsonValue dependency = each.getValue();
            if (dependency.isDocument()) {
                schemas.put(each.getKey(), schema.nested(dependency.asDocument()));
            } else if (dependency.isArray()) {
                names.put(each.getKey(), new Keyword("dependencies", dependency).texts());
            } else {
                throw new QueryException(
                        14, "TypeMismatch", keyword.said("must have values of either arrays or objects"));
            }
        }
        schema.add(new Dependencies(names, schemas));
    }

    @Override
    public boolean holds(View value) {
        return value.type() != ValueType.OBJECT || (hasNames(value) && fits(value));
    }

    private boolean hasNames(View object) {
        for (Map.Entry<String, Set<String>> each : names.entrySet()) {
            if (object.field(each.getKey()) != null && !ObjectRules.has(object, each.getValue())) {
                return false;
            }
        }
        return true;
    }

    private boolean fits(View object) {
        for (Map.Entry<String, JsonSchema> each : schemas.entrySet()) {
            if (object.field(each.getKey()) != null && !each.getValue().holds(object)) {
                return false;
            }
        }
        return true;
    }

    private BsonArray failing(View object) {
        BsonArray failing = new BsonArray();
        names.forEach((property, needed) -> {
            if (object.field(property) != null && !ObjectRules.has(object, needed)) {
                failing.add(of(property).append("missingProperties", ObjectRules.missing(object, needed)));
            }
        });
        schemas.forEach((property, schema) -> {
            if (object.field(property) != null && !schema.holds(object)) {
                failing.add(schema.described(of(property)).append(Failure.DETAILS, schema.failures(object)));
            }
        });
        return failing;
    }

    private static BsonDocument of(String property) {
        return new BsonDocument("conditionalProperty", new BsonString(property));
    }

    @Override
    public BsonDocument failure(View value) {
        return Failure.of("dependencies").append("failingDependencies", failing(value));
    }
}
