package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.error.QueryException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** {@code patternProperties}, and {@code additionalProperties}: those that neither a name nor a pattern takes. */
final class OtherProperties {
    private static final String PATTERNS = "patternProperties";
    private static final String ADDITIONAL = "additionalProperties";

    private OtherProperties() {}

    static void add(SchemaParser schema, Set<String> named) {
        Map<RegexTest, JsonSchema> patterns = new LinkedHashMap<>();
        Keyword byPattern = schema.keyword(PATTERNS);
        if (byPattern != null) {
            byPattern
                    .object()
                    .forEach((pattern, inner) -> patterns.put(
                            schema.pattern(pattern),
                            schema.nested(
                                    inner, byPattern.said("has property '" + pattern + "' which is not an object"))));
            schema.add(new Patterns(patterns));
        }
        Keyword additional = schema.keyword(ADDITIONAL);
        if (additional == null) {
            return;
        }
        if (!additional.value().isBoolean() && !additional.value().isDocument()) {
            throw new QueryException(14, "TypeMismatch", additional.said("must be an object or a boolean"));
        }
        if (additional.value().isDocument()) {
            JsonSchema inner = schema.nested(additional.value().asDocument());
            schema.add(new Additional(named, patterns.keySet(), inner));
        } else if (!additional.truth()) {
            schema.add(new Additional(named, patterns.keySet(), null));
        }
    }

    private static boolean matches(RegexTest pattern, String name) {
        return pattern.passes(TreeView.of(new BsonString(name)));
    }

    private record Patterns(Map<RegexTest, JsonSchema> schemas) implements SchemaRule {
        @Override
        public boolean holds(View value) {
            if (value.type() != ValueType.OBJECT) {
                return true;
            }
            for (View.Fields fields = value.fields(); fields.next(); ) {
                for (Map.Entry<RegexTest, JsonSchema> each : schemas.entrySet()) {
                    if (matches(each.getKey(), fields.name())
                            && !each.getValue().holds(fields.value())) {
                        return false;
                    }
                }
            }
            return true;
        }

        private BsonArray failing(View object) {
            BsonArray failing = new BsonArray();
            for (View.Fields fields = object.fields(); fields.next(); ) {
                schemas.forEach((pattern, schema) -> {
                    if (matches(pattern, fields.name()) && !schema.holds(fields.value())) {
                        failing.add(schema.described(new BsonDocument("propertyName", new BsonString(fields.name())))
                                .append(
                                        "regexMatched",
                                        new BsonString(pattern.source().getPattern()))
                                .append(Failure.DETAILS, schema.failures(fields.value())));
                    }
                });
            }
            return failing;
        }

        @Override
        public BsonDocument failure(View value) {
            return Failure.of(PATTERNS).append(Failure.DETAILS, failing(value));
        }
    }

    /** @param schema of every other property; null where there must be none */
    private record Additional(
            Set<String> named,
            Set<RegexTest> patterns,
            @Nullable JsonSchema schema) implements SchemaRule {
        private boolean isOther(String name) {
            return !named.contains(name) && patterns.stream().noneMatch(pattern -> matches(pattern, name));
        }

        @Override
        public boolean holds(View value) {
            if (value.type() != ValueType.OBJECT) {
                return true;
            }
            for (View.Fields fields = value.fields(); fields.next(); ) {
                if (isOther(fields.name()) && (schema == null || !schema.holds(fields.value()))) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public BsonDocument failure(View value) {
            BsonArray others = new BsonArray();
            for (View.Fields fields = value.fields(); fields.next(); ) {
                if (isOther(fields.name())) {
                    if (schema != null && !schema.holds(fields.value())) {
                        return schema.described(Failure.because(
                                        ADDITIONAL, "at least one additional property did not match the subschema"))
                                .append("failingProperty", new BsonString(fields.name()))
                                .append(Failure.DETAILS, schema.failures(fields.value()));
                    }
                    others.add(new BsonString(fields.name()));
                }
            }
            return Failure.of(ADDITIONAL, BsonBoolean.FALSE).append(ADDITIONAL, others);
        }
    }
}
