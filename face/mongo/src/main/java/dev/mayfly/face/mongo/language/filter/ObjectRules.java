package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** The rules of a schema for objects: the names and number of their properties, and the schemas of these. */
final class ObjectRules {
    private ObjectRules() {}

    static void add(SchemaParser schema) {
        Keyword properties = schema.keyword("properties");
        Map<String, JsonSchema> named = properties == null ? Map.of() : schema.named(properties);
        if (properties != null) {
            schema.add(new Properties(named));
        }
        OtherProperties.add(schema, named.keySet());
        Keyword required = schema.keyword("required");
        if (required != null) {
            schema.add(new Required(required, required.texts()));
        }
        addCount(schema, "minProperties", false);
        addCount(schema, "maxProperties", true);
        Dependencies.add(schema);
    }

    private static void addCount(SchemaParser schema, String name, boolean isMost) {
        Keyword count = schema.keyword(name);
        if (count != null) {
            schema.add(new Count(count, count.count(), isMost));
        }
    }

    static BsonArray missing(View object, Set<String> names) {
        BsonArray missing = new BsonArray();
        for (String name : names) {
            if (object.field(name) == null) {
                missing.add(new BsonString(name));
            }
        }
        return missing;
    }

    static boolean has(View object, Set<String> names) {
        for (String name : names) {
            if (object.field(name) == null) {
                return false;
            }
        }
        return true;
    }

    private record Properties(Map<String, JsonSchema> schemas) implements SchemaRule {
        @Override
        public boolean holds(View value) {
            if (value.type() != ValueType.OBJECT) {
                return true;
            }
            for (Map.Entry<String, JsonSchema> each : schemas.entrySet()) {
                View property = value.field(each.getKey());
                if (property != null && !each.getValue().holds(property)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public BsonDocument failure(View value) {
            BsonArray failing = new BsonArray();
            schemas.forEach((name, schema) -> {
                View property = value.field(name);
                if (property != null && !schema.holds(property)) {
                    failing.add(schema.described(new BsonDocument("propertyName", new BsonString(name)))
                            .append(Failure.DETAILS, schema.failures(property)));
                }
            });
            return Failure.of("properties").append("propertiesNotSatisfied", failing);
        }
    }

    private record Required(Keyword keyword, Set<String> names) implements SchemaRule {
        @Override
        public boolean holds(View value) {
            return value.type() != ValueType.OBJECT || has(value, names);
        }

        @Override
        public BsonDocument failure(View value) {
            return Failure.of(keyword.name(), keyword.value()).append("missingProperties", missing(value, names));
        }
    }

    private record Count(Keyword keyword, long limit, boolean isMost) implements SchemaRule {
        @Override
        public boolean holds(View value) {
            if (value.type() != ValueType.OBJECT) {
                return true;
            }
            long count = countOf(value);
            return isMost ? count <= limit : count >= limit;
        }

        private static long countOf(View object) {
            long count = 0;
            for (View.Fields fields = object.fields(); fields.next(); ) {
                count++;
            }
            return count;
        }

        @Override
        public BsonDocument failure(View value) {
            return Failure.of(keyword.name(), keyword.value())
                    .append("reason", new BsonString("specified number of properties was not satisfied"))
                    .append("numberOfProperties", new BsonInt64(countOf(value)));
        }
    }
}
