package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.face.cosmos.language.BinaryOperator;
import dev.mayfly.face.cosmos.language.SqlExpression;
import dev.mayfly.face.cosmos.language.value.SqlArray;
import dev.mayfly.face.cosmos.language.value.SqlBoolean;
import dev.mayfly.face.cosmos.language.value.SqlNull;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlObject;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlUndefined;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.partition.PartitionKey.Component;
import dev.mayfly.face.cosmos.query.index.ItemPath;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The key ranges of a container's items to which a request and a filter are restricted: one logical partition, a
 * prefix of a hierarchical one, or single items.
 *
 * @param ranges ascending
 * @param isSingle whether each range is one item
 * @param isPartition whether no range is more than one logical partition
 */
record ItemRanges(List<KeyInterval> ranges, boolean isSingle, boolean isPartition) {
    static final ItemRanges ALL = new ItemRanges(List.of(KeyInterval.ALL), false, false);

    /** More combinations of values than this are not worth a range each. */
    private static final int COMBINATIONS_MAX = 1_000;

    private static final ItemPath ID = ItemPath.of(List.of("id"));

    /** Returns true if the ranges restrict nothing. */
    boolean isEverywhere() {
        return ranges.size() == 1 && ranges.getFirst().equals(KeyInterval.ALL);
    }

    /** Finds the ranges of a filter. Used once. */
    record Finder(
            QueryNames names,
            List<ItemPath> partitionKey,
            @Nullable PartitionKey given) {
        ItemRanges find(@Nullable SqlExpression where) {
            ItemRanges found = where == null ? null : of(where);
            if (found != null) {
                return found;
            }
            return given == null ? ALL : ofPrefixes(List.of(given.components()));
        }

        private @Nullable ItemRanges of(SqlExpression filter) {
            if (filter instanceof SqlExpression.Or(List<SqlExpression> terms)) {
                return union(terms);
            }
            List<SqlExpression> conjuncts = BoundFinder.conjuncts(filter);
            ItemRanges own = ofConjuncts(conjuncts);
            if (own != null) {
                return own;
            }
            for (SqlExpression conjunct : conjuncts) {
                if (conjunct instanceof SqlExpression.Or(List<SqlExpression> terms)) {
                    ItemRanges found = union(terms);
                    if (found != null) {
                        return found;
                    }
                }
            }
            return null;
        }

        private @Nullable ItemRanges union(List<SqlExpression> terms) {
            List<KeyInterval> all = new ArrayList<>();
            boolean single = true;
            boolean partition = true;
            for (SqlExpression term : terms) {
                ItemRanges found = of(term);
                if (found == null || all.size() > COMBINATIONS_MAX) {
                    return null;
                }
                all.addAll(found.ranges);
                single &= found.isSingle;
                partition &= found.isPartition;
            }
            return new ItemRanges(KeyInterval.merged(all), single, partition);
        }

        private @Nullable ItemRanges ofConjuncts(List<SqlExpression> conjuncts) {
            List<List<Component>> prefixes = List.of(given == null ? List.of() : given.components());
            int known = given == null ? 0 : given.components().size();
            boolean narrowed = false;
            while (known < partitionKey.size()) {
                List<Component> values = components(choices(conjuncts, partitionKey.get(known)));
                if (values == null || (long) values.size() * prefixes.size() > COMBINATIONS_MAX) {
                    break;
                }
                prefixes = combined(prefixes, values);
                known++;
                narrowed = true;
            }
            List<String> ids = known == partitionKey.size() ? ids(choices(conjuncts, ID)) : null;
            if (ids != null && (long) ids.size() * prefixes.size() <= COMBINATIONS_MAX) {
                return ofItems(prefixes, ids);
            }
            return narrowed ? ofPrefixes(prefixes) : null;
        }

        private ItemRanges ofPrefixes(List<List<Component>> prefixes) {
            List<KeyInterval> ranges = new ArrayList<>();
            boolean whole = true;
            for (List<Component> prefix : prefixes) {
                KeyRange keys = ItemKey.range(new PartitionKey(prefix));
                ranges.add(KeyInterval.between(keys.from(), keys.until()));
                whole &= prefix.size() == partitionKey.size();
            }
            return new ItemRanges(KeyInterval.merged(ranges), false, whole);
        }

        private static ItemRanges ofItems(List<List<Component>> prefixes, List<String> ids) {
            List<KeyInterval> ranges = new ArrayList<>();
            for (List<Component> prefix : prefixes) {
                for (String id : ids) {
                    DocumentKey key = ItemKey.of(new PartitionKey(prefix), id);
                    ranges.add(KeyInterval.between(key.bytes(), Arrays.copyOf(key.bytes(), key.bytes().length + 1)));
                }
            }
            return new ItemRanges(KeyInterval.merged(ranges), true, true);
        }

        private static List<List<Component>> combined(List<List<Component>> prefixes, List<Component> values) {
            List<List<Component>> combined = new ArrayList<>();
            for (List<Component> prefix : prefixes) {
                for (Component value : values) {
                    List<Component> longer = new ArrayList<>(prefix);
                    longer.add(value);
                    combined.add(longer);
                }
            }
            return combined;
        }

        /** The values of which the place must have one, or null when the conditions do not say. */
        private @Nullable List<SqlValue> choices(List<SqlExpression> conjuncts, ItemPath path) {
            for (SqlExpression conjunct : conjuncts) {
                List<SqlValue> found = choices(conjunct, path);
                if (found != null) {
                    return found;
                }
            }
            return null;
        }

        private @Nullable List<SqlValue> choices(SqlExpression condition, ItemPath path) {
            return switch (condition) {
                case SqlExpression.Binary(BinaryOperator operator, SqlExpression left, SqlExpression right) -> {
                    boolean turned = path.equals(names.path(right));
                    boolean there = operator == BinaryOperator.EQUAL && (turned || path.equals(names.path(left)));
                    SqlValue value = there ? names.constant(turned ? left : right) : null;
                    yield value == null ? null : List.of(value);
                }
                case SqlExpression.In(SqlExpression value, List<SqlExpression> choices, boolean negated) ->
                    negated || !path.equals(names.path(value)) ? null : names.constants(choices);
                case SqlExpression.Call(String function, List<SqlExpression> arguments) ->
                    function.equals("ARRAY_CONTAINS")
                                    && arguments.size() == 2
                                    && path.equals(names.path(arguments.get(1)))
                                    && names.constant(arguments.getFirst()) instanceof SqlArray array
                            ? listed(array)
                            : null;
                default -> null;
            };
        }

        private static List<SqlValue> listed(SqlArray array) {
            List<SqlValue> values = new ArrayList<>();
            array.forEach(values::add);
            return values;
        }
    }

    private static @Nullable List<Component> components(@Nullable List<SqlValue> values) {
        if (values == null) {
            return null;
        }
        List<Component> components = new ArrayList<>();
        for (SqlValue value : values) {
            switch (value) {
                case SqlNull _ -> components.add(Component.NULL);
                case SqlBoolean truth -> components.add(truth.booleanValue() ? Component.TRUE : Component.FALSE);
                case SqlNumber number -> components.add(new Component.Numeral(number.doubleValue()));
                case SqlString text -> components.add(new Component.Text(text.stringValue()));
                // No item has such a partition key, or nothing equals it.
                case SqlUndefined _, SqlArray _, SqlObject _ -> {}
            }
        }
        return components;
    }

    private static @Nullable List<String> ids(@Nullable List<SqlValue> values) {
        if (values == null) {
            return null;
        }
        List<String> ids = new ArrayList<>();
        for (SqlValue value : values) {
            if (value instanceof SqlString text) {
                ids.add(text.stringValue());
            }
        }
        return ids;
    }
}
