package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import org.bson.BsonDocument;

/** The rules of a schema for texts: their length and their pattern. */
final class TextRules {
    private TextRules() {}

    static void add(SchemaParser schema) {
        addLength(schema, "maxLength", true);
        addLength(schema, "minLength", false);
        Keyword pattern = schema.keyword("pattern");
        if (pattern != null) {
            schema.add(new Pattern(pattern, schema.pattern(pattern.text())));
        }
    }

    private static void addLength(SchemaParser schema, String name, boolean isMost) {
        Keyword length = schema.keyword(name);
        if (length != null) {
            schema.add(new Length(length, length.count(), isMost));
        }
    }

    /** In code points. */
    private record Length(Keyword keyword, long limit, boolean isMost) implements SchemaRule {
        @Override
        public boolean holds(View value) {
            if (value.type() != ValueType.STRING) {
                return true;
            }
            String text = value.stringValue();
            int length = text.codePointCount(0, text.length());
            return isMost ? length <= limit : length >= limit;
        }

        @Override
        public BsonDocument failure(View value) {
            return Failure.of(keyword.name(), keyword.value(), "specified string length was not satisfied", value);
        }
    }

    private record Pattern(Keyword keyword, RegexTest pattern) implements SchemaRule {
        @Override
        public boolean holds(View value) {
            return value.type() != ValueType.STRING || pattern.passes(value);
        }

        @Override
        public BsonDocument failure(View value) {
            return Failure.of(keyword.name(), keyword.value(), "regular expression did not match", value);
        }
    }
}
