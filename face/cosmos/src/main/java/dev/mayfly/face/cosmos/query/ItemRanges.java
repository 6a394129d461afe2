package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.cosmos.item.ItemKey;
import dev.mayfly.face.cosmos.item.PartitionKey;
import dev.mayfly.face.cosmos.item.PartitionKey.Component;
import dev.mayfly.face.cosmos.language.BinaryOperator;
import dev.mayfly.face.cosmos.language.Expression;
import dev.mayfly.face.cosmos.language.value.ArrayValue;
import dev.mayfly.face.cosmos.language.value.BooleanValue;
import dev.mayfly.face.cosmos.language.value.NullValue;
import dev.mayfly.face.cosmos.language.value.NumberValue;
import dev.mayfly.face.cosmos.language.value.ObjectValue;
import dev.mayfly.face.cosmos.language.value.StringValue;
import dev.mayfly.face.cosmos.language.value.UndefinedValue;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.query.index.ItemPath;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where among the keys of a container's items those lie that a request and a filter leave over: one logical partition, a
 * prefix of a hierarchical one, or single items.
 *
 * @param ranges ascending
 * @param isSingle whether each range is one item
 * @param isPartition whether no range is more than one logical partition
 */
record ItemRanges(List<KeyRange> ranges, boolean isSingle, boolean isPartition) {
    static final ItemRanges ALL = new ItemRanges(List.of(KeyRange.ALL), false, false);

    /** More combinations of values than this are not worth a range each. */
    private static final int COMBINATIONS_MAX = 1_000;

    private static final ItemPath ID = ItemPath.of(List.of("id"));

    /** Whether nothing is known of where the items lie. */
    boolean isEverywhere() {
        return ranges.size() == 1 && ranges.getFirst().equals(KeyRange.ALL);
    }

    /** Finds the ranges of a filter. Used once. */
    record Finder(
            Names names,
            List<ItemPath> partitionKey,
            @Nullable PartitionKey given) {
        ItemRanges find(@Nullable Expression where) {
            ItemRanges found = where == null ? null : of(where);
            if (found != null) {
                return found;
            }
            return given == null ? ALL : ofPrefixes(List.of(given.components()));
        }

        private @Nullable ItemRanges of(Expression filter) {
            if (filter instanceof Expression.Or(List<Expression> terms)) {
                return union(terms);
            }
            List<Expression> conjuncts = BoundFinder.conjuncts(filter);
            ItemRanges own = ofConjuncts(conjuncts);
            if (own != null) {
                return own;
            }
            for (Expression conjunct : conjuncts) {
                if (conjunct instanceof Expression.Or(List<Expression> terms)) {
                    ItemRanges found = union(terms);
                    if (found != null) {
                        return found;
                    }
                }
            }
            return null;
        }

        private @Nullable ItemRanges union(List<Expression> terms) {
            List<KeyRange> all = new ArrayList<>();
            boolean single = true;
            boolean partition = true;
            for (Expression term : terms) {
                ItemRanges found = of(term);
                if (found == null || all.size() > COMBINATIONS_MAX) {
                    return null;
                }
                all.addAll(found.ranges);
                single &= found.isSingle;
                partition &= found.isPartition;
            }
            return new ItemRanges(Spans.normal(all), single, partition);
        }

        private @Nullable ItemRanges ofConjuncts(List<Expression> conjuncts) {
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
            List<KeyRange> ranges = new ArrayList<>();
            boolean whole = true;
            for (List<Component> prefix : prefixes) {
                ranges.add(ItemKey.range(new PartitionKey(prefix)));
                whole &= prefix.size() == partitionKey.size();
            }
            return new ItemRanges(Spans.normal(ranges), false, whole);
        }

        private static ItemRanges ofItems(List<List<Component>> prefixes, List<String> ids) {
            List<KeyRange> ranges = new ArrayList<>();
            for (List<Component> prefix : prefixes) {
                for (String id : ids) {
                    DocumentKey key = ItemKey.of(new PartitionKey(prefix), id);
                    ranges.add(new KeyRange(key.bytes(), Arrays.copyOf(key.bytes(), key.bytes().length + 1)));
                }
            }
            return new ItemRanges(Spans.normal(ranges), true, true);
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
        private @Nullable List<Value> choices(List<Expression> conjuncts, ItemPath path) {
            for (Expression conjunct : conjuncts) {
                List<Value> found = choices(conjunct, path);
                if (found != null) {
                    return found;
                }
            }
            return null;
        }

        private @Nullable List<Value> choices(Expression condition, ItemPath path) {
            return switch (condition) {
                case Expression.Binary(BinaryOperator operator, Expression left, Expression right) -> {
                    boolean turned = path.equals(names.path(right));
                    boolean there = operator == BinaryOperator.EQUAL && (turned || path.equals(names.path(left)));
                    Value value = there ? names.constant(turned ? left : right) : null;
                    yield value == null ? null : List.of(value);
                }
                case Expression.In(Expression value, List<Expression> choices, boolean negated) ->
                    negated || !path.equals(names.path(value)) ? null : names.constants(choices);
                case Expression.Call(String function, List<Expression> arguments) ->
                    function.equals("ARRAY_CONTAINS")
                                    && arguments.size() == 2
                                    && path.equals(names.path(arguments.get(1)))
                                    && names.constant(arguments.getFirst()) instanceof ArrayValue array
                            ? listed(array)
                            : null;
                default -> null;
            };
        }

        private static List<Value> listed(ArrayValue array) {
            List<Value> values = new ArrayList<>();
            array.forEach(values::add);
            return values;
        }
    }

    private static @Nullable List<Component> components(@Nullable List<Value> values) {
        if (values == null) {
            return null;
        }
        List<Component> components = new ArrayList<>();
        for (Value value : values) {
            switch (value) {
                case NullValue _ -> components.add(Component.NULL);
                case BooleanValue truth -> components.add(truth.booleanValue() ? Component.TRUE : Component.FALSE);
                case NumberValue number -> components.add(new Component.Numeral(number.doubleValue()));
                case StringValue text -> components.add(new Component.Text(text.stringValue()));
                // No item has such a partition key, or nothing equals it.
                case UndefinedValue _, ArrayValue _, ObjectValue _ -> {}
            }
        }
        return components;
    }

    private static @Nullable List<String> ids(@Nullable List<Value> values) {
        if (values == null) {
            return null;
        }
        List<String> ids = new ArrayList<>();
        for (Value value : values) {
            if (value instanceof StringValue text) {
                ids.add(text.stringValue());
            }
        }
        return ids;
    }
}
