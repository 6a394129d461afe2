package dev.mayfly.face.cosmos.query;

import dev.mayfly.face.cosmos.language.Expression;
import dev.mayfly.face.cosmos.language.Query;
import dev.mayfly.face.cosmos.language.value.NumberValue;
import dev.mayfly.face.cosmos.language.value.StringValue;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.query.index.ItemPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the names of a query stand for: sources for places in the item, parameters for values. Immutable. */
final class Names {
    /** Properties that an item shows and no index has. */
    private static final Set<String> NOT_INDEXED = Set.of("_rid", "_self", "_etag", "_attachments", "_lsn");

    private final Map<String, ItemPath> sources;
    private final Map<String, Value> parameters;

    private Names(Map<String, ItemPath> sources, Map<String, Value> parameters) {
        this.sources = sources;
        this.parameters = parameters;
    }

    static Names of(Query query, Map<String, Value> parameters) {
        return new Names(Map.of(), parameters).within(query.sources());
    }

    /** With the sources of a query, or of one inside it. */
    Names within(List<Query.Source> added) {
        Map<String, ItemPath> all = new HashMap<>(sources);
        Names names = new Names(all, parameters);
        for (Query.Source source : added) {
            String alias = source.alias();
            if (alias == null) {
                continue;
            }
            ItemPath path = source.rows() instanceof Query.Path(Expression from) ? names.place(from) : null;
            if (path == null) {
                all.remove(alias);
            } else {
                all.put(alias, source.each() ? path.then(ItemPath.Step.ELEMENTS) : path);
            }
        }
        return names;
    }

    /** The value of a constant or a parameter, or null. */
    @Nullable
    Value constant(Expression expression) {
        return switch (expression) {
            case Expression.Constant(Value value) -> value;
            case Expression.Parameter(String name) -> parameters.get(name);
            default -> null;
        };
    }

    /** The values of constants and parameters, or null when one is neither. */
    @Nullable
    List<Value> constants(List<Expression> expressions) {
        List<Value> values = new ArrayList<>();
        for (Expression expression : expressions) {
            Value value = constant(expression);
            if (value == null) {
                return null;
            }
            values.add(value);
        }
        return values;
    }

    /** The path of a place of which an index could know; null for what is none, and for the item itself. */
    @Nullable
    ItemPath path(Expression expression) {
        ItemPath path = place(expression);
        if (path == null || path.steps().isEmpty()) {
            return null;
        }
        String first = path.steps().getFirst().name();
        return first != null && NOT_INDEXED.contains(first) ? null : path;
    }

    /** Whether it is the item itself. */
    boolean isItem(Expression expression) {
        ItemPath path = place(expression);
        return path != null && path.steps().isEmpty();
    }

    private @Nullable ItemPath place(Expression expression) {
        return switch (expression) {
            case Expression.Item _ -> new ItemPath(List.of());
            case Expression.Input(String alias) -> sources.get(alias);
            case Expression.Member(Expression of, Expression key) -> {
                ItemPath base = place(of);
                ItemPath.Step step = base == null ? null : step(key);
                yield base == null || step == null ? null : base.then(step);
            }
            default -> null;
        };
    }

    private ItemPath.@Nullable Step step(Expression key) {
        return switch (constant(key)) {
            case StringValue name -> new ItemPath.Step(name.stringValue());
            case NumberValue _ -> ItemPath.Step.ELEMENTS;
            case null, default -> null;
        };
    }
}
