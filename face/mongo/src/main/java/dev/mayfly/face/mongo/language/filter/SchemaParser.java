package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.face.mongo.language.error.QueryException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Turns a schema, as a document writes it, into its rules: scalars first, then arrays, objects, logic and the type. */
final class SchemaParser {
    private static final Set<String> KNOWN = Set.of(
            "additionalItems",
            "additionalProperties",
            "allOf",
            "anyOf",
            "bsonType",
            "dependencies",
            "description",
            "enum",
            "exclusiveMaximum",
            "exclusiveMinimum",
            "items",
            "maximum",
            "maxItems",
            "maxLength",
            "maxProperties",
            "minimum",
            "minItems",
            "minLength",
            "minProperties",
            "multipleOf",
            "not",
            "oneOf",
            "pattern",
            "patternProperties",
            "properties",
            "required",
            "title",
            "type",
            "uniqueItems");
    private static final Set<String> NOT_SUPPORTED =
            Set.of("$ref", "$schema", "default", "definitions", "format", "id", "encrypt", "encryptMetadata");
    private static final int OVERFLOW = 15;

    private final BsonDocument schema;
    private final int depth;
    private final Patterns patterns;
    private final List<SchemaRule> rules = new ArrayList<>();

    private SchemaParser(BsonDocument schema, int depth, Patterns patterns) {
        this.schema = schema;
        this.depth = depth;
        this.patterns = patterns;
    }

    static JsonSchema parse(BsonDocument schema) {
        return new SchemaParser(schema, 0, new Patterns()).parse();
    }

    /** The total length of all patterns of a schema, which is bounded as in a filter. */
    private static final class Patterns {
        private int length;

        RegexTest compile(String pattern) {
            length += pattern.length();
            if (length > FilterCompiler.PATTERNS_LENGTH_MAX) {
                throw QueryException.badValue("the regular expressions of a schema are too long together");
            }
            return RegexTest.of(pattern, "");
        }
    }

    RegexTest pattern(String pattern) {
        return patterns.compile(pattern);
    }

    private JsonSchema parse() {
        for (String keyword : schema.keySet()) {
            if (NOT_SUPPORTED.contains(keyword)) {
                throw Keyword.failed("$jsonSchema keyword '" + keyword + "' is not currently supported");
            }
            if (!KNOWN.contains(keyword)) {
                throw Keyword.failed("Unknown $jsonSchema keyword: " + keyword);
            }
        }
        Keyword title = keyword("title");
        Keyword description = keyword("description");
        TypeRule type = TypeRule.of(keyword("type"), keyword("bsonType"));
        NumberRules.add(this);
        TextRules.add(this);
        ArrayRules.add(this);
        ObjectRules.add(this);
        LogicRules.add(this);
        if (type != null) {
            add(type);
        }
        return new JsonSchema(
                rules, title == null ? null : title.text(), description == null ? null : description.text());
    }

    void add(SchemaRule rule) {
        rules.add(rule);
    }

    /** The keyword if the schema has it, or null. */
    @Nullable
    Keyword keyword(String name) {
        BsonValue value = schema.get(name);
        return value == null ? null : new Keyword(name, value);
    }

    JsonSchema nested(BsonDocument inner) {
        if (depth == JsonSchema.DEPTH_MAX) {
            throw new QueryException(OVERFLOW, "Overflow", "Maximum depth of a $jsonSchema exceeded");
        }
        return new SchemaParser(inner, depth + 1, patterns).parse();
    }

    List<JsonSchema> nested(List<BsonDocument> inner) {
        return inner.stream().map(this::nested).toList();
    }

    /** Something that only a schema may be. */
    JsonSchema nested(BsonValue inner, String refusal) {
        if (!inner.isDocument()) {
            throw new QueryException(14, "TypeMismatch", refusal);
        }
        return nested(inner.asDocument());
    }

    /** Those of a document of schemas, by their names. */
    Map<String, JsonSchema> named(Keyword keyword) {
        Map<String, JsonSchema> named = new LinkedHashMap<>();
        keyword.object()
                .forEach((name, inner) -> named.put(
                        name,
                        nested(inner, "Nested schema for $jsonSchema property '" + name + "' must be an object")));
        return named;
    }
}
