package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.value.ValueKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The rules of a schema for arrays: their length, the uniqueness of their elements, and the schemas of these. */
final class ArrayRules {
    private static final String ITEMS = "items";
    private static final String ADDITIONAL = "additionalItems";

    private ArrayRules() {}

    static void add(SchemaParser schema) {
        addCount(schema, "maxItems", true);
        addCount(schema, "minItems", false);
        Keyword unique = schema.keyword("uniqueItems");
        if (unique != null && unique.truth()) {
            schema.add(new Unique());
        }
        addItems(schema);
    }

    private static void addCount(SchemaParser schema, String name, boolean isMost) {
        Keyword count = schema.keyword(name);
        if (count != null) {
            schema.add(new Count(count, count.count(), isMost));
        }
    }

    private static void addItems(SchemaParser schema) {
        Keyword items = schema.keyword(ITEMS);
        int leading = 0;
        if (items != null && items.value().isArray()) {
            List<JsonSchema> each = items.value().asArray().stream()
                    .map(inner ->
                            schema.nested(inner, items.said("requires that each element of the array is an object")))
                    .toList();
            leading = each.size();
            schema.add(new Leading(each));
        } else if (items != null) {
            schema.add(new Rest(ITEMS, 0, schema.nested(items.value(), items.said("must be an array or an object"))));
        }
        addAdditional(schema, leading);
    }

    /** Without an array of leading items there are no additional ones, but what is said of them must be well formed. */
    private static void addAdditional(SchemaParser schema, int leading) {
        Keyword additional = schema.keyword(ADDITIONAL);
        if (additional == null) {
            return;
        }
        JsonSchema others = null;
        if (!additional.value().isBoolean()) {
            if (!additional.value().isDocument()) {
                throw new QueryException(14, "TypeMismatch", additional.said("must be either an object or a boolean"));
            }
            others = schema.nested(additional.value().asDocument());
        }
        if (leading > 0 && others != null) {
            schema.add(new Rest(ADDITIONAL, leading, others));
        } else if (leading > 0 && !additional.truth()) {
            schema.add(new Closed(leading));
        }
    }

    private static int sizeOf(View array) {
        int size = 0;
        for (View.Fields elements = array.fields(); elements.next(); ) {
            size++;
        }
        return size;
    }

    private record Count(Keyword keyword, long limit, boolean isMost) implements SchemaRule {
        @Override
        public boolean holds(View value) {
            if (value.type() != ValueType.ARRAY) {
                return true;
            }
            int size = sizeOf(value);
            return isMost ? size <= limit : size >= limit;
        }

        @Override
        public BsonDocument failure(View value) {
            return Failure.of(keyword.name(), keyword.value(), "array did not match specified length", value);
        }
    }

    private record Unique() implements SchemaRule {
        @Override
        public boolean holds(View value) {
            return value.type() != ValueType.ARRAY || duplicate(value) == null;
        }

        private static @Nullable BsonValue duplicate(View array) {
            Set<ValueKey> seen = new HashSet<>();
            for (View.Fields elements = array.fields(); elements.next(); ) {
                if (!seen.add(UnorderedValues.key(elements.value()))) {
                    return elements.value().toBsonValue();
                }
            }
            return null;
        }

        @Override
        public BsonDocument failure(View value) {
            BsonValue duplicate = duplicate(value);
            return Failure.of("uniqueItems", BsonBoolean.TRUE, "found a duplicate item", value)
                    .append("duplicatedValue", duplicate == null ? BsonNull.VALUE : duplicate);
        }
    }

    /** {@code items} as an array: a schema for each of the first elements. */
    private record Leading(List<JsonSchema> schemas) implements SchemaRule {
        @Override
        public boolean holds(View value) {
            return value.type() != ValueType.ARRAY || failing(value) < 0;
        }

        private int failing(View array) {
            View.Fields elements = array.fields();
            for (int i = 0; i < schemas.size() && elements.next(); i++) {
                if (!schemas.get(i).holds(elements.value())) {
                    return i;
                }
            }
            return -1;
        }

        @Override
        public BsonDocument failure(View value) {
            int failing = failing(value);
            View element = value.element(failing);
            BsonDocument item = new BsonDocument("itemIndex", new BsonInt32(failing));
            if (element != null) {
                item.append(Failure.DETAILS, schemas.get(failing).failures(element));
            }
            return Failure.of(ITEMS).append(Failure.DETAILS, new BsonArray(List.of(item)));
        }
    }

    /** One schema for all elements from a position on. */
    private record Rest(String keyword, int from, JsonSchema schema) implements SchemaRule {
        @Override
        public boolean holds(View value) {
            return value.type() != ValueType.ARRAY || failing(value) < 0;
        }

        private int failing(View array) {
            View.Fields elements = array.fields();
            for (int i = 0; elements.next(); i++) {
                if (i >= from && !schema.holds(elements.value())) {
                    return i;
                }
            }
            return -1;
        }

        @Override
        public BsonDocument failure(View value) {
            int failing = failing(value);
            View element = value.element(failing);
            String kind = keyword.equals(ITEMS) ? "item" : "additional item";
            BsonDocument failure = schema.described(
                            Failure.because(keyword, "At least one " + kind + " did not match the sub-schema"))
                    .append("itemIndex", new BsonInt32(failing));
            return element == null ? failure : failure.append(Failure.DETAILS, schema.failures(element));
        }
    }

    /** {@code additionalItems: false}. */
    private record Closed(int leading) implements SchemaRule {
        @Override
        public boolean holds(View value) {
            return value.type() != ValueType.ARRAY || value.element(leading) == null;
        }

        @Override
        public BsonDocument failure(View value) {
            BsonArray all = value.toBsonValue().asArray();
            return Failure.of(ADDITIONAL, BsonBoolean.FALSE)
                    .append("reason", new BsonString("found additional items"))
                    .append(ADDITIONAL, new BsonArray(all.subList(leading, all.size())));
        }
    }
}
