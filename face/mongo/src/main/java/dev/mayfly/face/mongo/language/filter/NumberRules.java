package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.ValueOrder;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.value.Decimals;
import dev.mayfly.face.mongo.language.value.Numbers;
import java.math.BigDecimal;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/** The rules of a schema for numbers: their limits and divisors. */
final class NumberRules {
    private NumberRules() {}

    static void add(SchemaParser schema) {
        addLimit(schema, "maximum", "exclusiveMaximum", -1);
        addLimit(schema, "minimum", "exclusiveMinimum", 1);
        Keyword multiple = schema.keyword("multipleOf");
        if (multiple != null) {
            BsonValue divisor = multiple.number();
            if (Numbers.isNaN(divisor) || Numbers.doubleOf(divisor) <= 0) {
                throw Keyword.failed(multiple.said("must have a positive value"));
            }
            schema.add(new Multiple(divisor));
        }
    }

    private static void addLimit(SchemaParser schema, String name, String exclusively, int side) {
        Keyword limit = schema.keyword(name);
        Keyword exclusive = schema.keyword(exclusively);
        if (exclusive != null && limit == null) {
            throw Keyword.failed(
                    "$jsonSchema keyword '" + name + "' must be a present if " + exclusively + " is present");
        }
        if (limit != null) {
            schema.add(new Limit(limit.name(), limit.number(), exclusively, excludes(exclusive), side));
        }
    }

    private static @Nullable Boolean excludes(@Nullable Keyword exclusive) {
        return exclusive == null ? null : (Boolean) exclusive.truth();
    }

    /** @param side the sign of the numbers that pass, compared with the limit */
    private record Limit(
            String keyword,
            BsonValue limit,
            String exclusively,
            @Nullable Boolean exclusive,
            int side) implements SchemaRule {
        @Override
        public boolean holds(View value) {
            if (!value.type().isNumber()) {
                return true;
            }
            boolean isNan = Double.isNaN(value.doubleValue());
            if (isNan || Numbers.isNaN(limit)) {
                return isNan && Numbers.isNaN(limit) && !isExclusive();
            }
            int order = ValueOrder.compare(value, TreeView.of(limit)) * side;
            return isExclusive() ? order > 0 : order >= 0;
        }

        private boolean isExclusive() {
            return Boolean.TRUE.equals(exclusive);
        }

        @Override
        public BsonDocument failure(View value) {
            BsonDocument specified = new BsonDocument(keyword, limit);
            if (exclusive != null) {
                specified.append(exclusively, BsonBoolean.valueOf(isExclusive()));
            }
            return Failure.of(keyword, specified, "comparison failed", value);
        }
    }

    private record Multiple(BsonValue divisor) implements SchemaRule {
        @Override
        public boolean holds(View value) {
            if (!value.type().isNumber()) {
                return true;
            }
            Decimal128 number = value.decimalValue();
            Decimal128 by = TreeView.of(divisor).decimalValue();
            if (!Decimals.isFinite(number) || !Decimals.isFinite(by)) {
                return false;
            }
            return remainder(Decimals.exact(number), Decimals.exact(by)).signum() == 0;
        }

        /** A remainder of decimals so far apart that it would take all day is found without them. */
        private static BigDecimal remainder(BigDecimal number, BigDecimal by) {
            if (number.signum() == 0) {
                return BigDecimal.ZERO;
            }
            int apart = (number.precision() - number.scale()) - (by.precision() - by.scale());
            return apart < 0 || apart > 4096 ? BigDecimal.ONE : number.remainder(by);
        }

        @Override
        public BsonDocument failure(View value) {
            return Failure.of(
                    "multipleOf", divisor, "considered value is not a multiple of the specified value", value);
        }
    }
}
