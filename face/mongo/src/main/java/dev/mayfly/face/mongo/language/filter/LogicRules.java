package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.value.ValueKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The rules of a schema that combine other schemas or enumerate the allowed values. */
final class LogicRules {
    private LogicRules() {}

    static void add(SchemaParser schema) {
        for (String name : List.of("allOf", "anyOf", "oneOf")) {
            Keyword keyword = schema.keyword(name);
            if (keyword != null) {
                schema.add(new Some(name, schema.nested(keyword.objects())));
            }
        }
        Keyword not = schema.keyword("not");
        if (not != null) {
            schema.add(new Not(schema.nested(not.object())));
        }
        Keyword values = schema.keyword("enum");
        if (values != null) {
            schema.add(new Values(values.array(), keys(values)));
        }
    }

    private static Set<ValueKey> keys(Keyword values) {
        Set<ValueKey> keys = new HashSet<>();
        for (BsonValue value : values.array()) {
            if (!keys.add(UnorderedValues.key(value))) {
                throw Keyword.failed(values.said("array cannot contain duplicate values."));
            }
        }
        return keys;
    }

    /** So many of these schemas hold: all, any, or exactly one. */
    private record Some(String keyword, List<JsonSchema> schemas) implements SchemaRule {
        @Override
        public boolean holds(View value) {
            int holding = holding(value).size();
            return switch (keyword) {
                case "allOf" -> holding == schemas.size();
                case "anyOf" -> holding > 0;
                default -> holding == 1;
            };
        }

        private BsonArray holding(View value) {
            BsonArray holding = new BsonArray();
            for (int i = 0; i < schemas.size(); i++) {
                if (schemas.get(i).holds(value)) {
                    holding.add(new BsonInt32(i));
                }
            }
            return holding;
        }

        @Override
        public BsonDocument failure(View value) {
            BsonArray holding = holding(value);
            if (keyword.equals("oneOf") && !holding.isEmpty()) {
                return Failure.because(keyword, "more than one subschema matched")
                        .append("matchingSchemaIndexes", holding);
            }
            BsonArray failing = new BsonArray();
            for (int i = 0; i < schemas.size(); i++) {
                if (!schemas.get(i).holds(value)) {
                    failing.add(schemas.get(i)
                            .described(new BsonDocument("index", new BsonInt32(i)))
                            .append(Failure.DETAILS, schemas.get(i).failures(value)));
                }
            }
            return Failure.of(keyword).append("schemasNotSatisfied", failing);
        }
    }

    private record Not(JsonSchema schema) implements SchemaRule {
        @Override
        public boolean holds(View value) {
            return !schema.holds(value);
        }

        @Override
        public BsonDocument failure(View value) {
            return Failure.of("not").append("reason", new BsonString("child expression matched"));
        }
    }

    private record Values(BsonArray values, Set<ValueKey> keys) implements SchemaRule {
        @Override
        public boolean holds(View value) {
            return keys.contains(UnorderedValues.key(value));
        }

        @Override
        public BsonDocument failure(View value) {
            return Failure.of("enum", values, "value was not found in enum", value);
        }
    }
}
