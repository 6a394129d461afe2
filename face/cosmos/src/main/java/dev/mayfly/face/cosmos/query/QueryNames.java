package dev.mayfly.face.cosmos.query;

import dev.mayfly.face.cosmos.language.SqlExpression;
import dev.mayfly.face.cosmos.language.SqlQuery;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.query.index.ItemPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The meaning of a query's names: sources for places in the item, parameters for values. Immutable. */
final class QueryNames {
    /** Properties that an item shows and no index has. */
    private static final Set<String> NOT_INDEXED = Set.of("_rid", "_self", "_etag", "_attachments", "_lsn");

    private final Map<String, ItemPath> sources;
    private final Map<String, SqlValue> parameters;

    private QueryNames(Map<String, ItemPath> sources, Map<String, SqlValue> parameters) {
        this.sources = sources;
        this.parameters = parameters;
    }

    static QueryNames of(SqlQuery query, Map<String, SqlValue> parameters) {
        return new QueryNames(Map.of(), parameters).within(query.sources());
    }

    /** Adds the sources of a query, or of one inside it. */
    QueryNames within(List<SqlQuery.Source> added) {
        Map<String, ItemPath> all = new HashMap<>(sources);
        QueryNames names = new QueryNames(all, parameters);
        for (SqlQuery.Source source : added) {
            String alias = source.alias();
            if (alias == null) {
                continue;
            }
            ItemPath path = source.rows() instanceof SqlQuery.Path(SqlExpression from) ? names.place(from) : null;
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
    SqlValue constant(SqlExpression expression) {
        return switch (expression) {
            case SqlExpression.Constant(SqlValue value) -> value;
            case SqlExpression.Parameter(String name) -> parameters.get(name);
            default -> null;
        };
    }

    /** The values of constants and parameters, or null when one is neither. */
    @Nullable
    List<SqlValue> constants(List<SqlExpression> expressions) {
        List<SqlValue> values = new ArrayList<>();
        for (SqlExpression expression : expressions) {
            SqlValue value = constant(expression);
            if (value == null) {
                return null;
            }
            values.add(value);
        }
        return values;
    }

    /** The path of a place of which an index could know; null for what is none, and for the item itself. */
    @Nullable
    ItemPath path(SqlExpression expression) {
        ItemPath path = place(expression);
        if (path == null || path.steps().isEmpty()) {
            return null;
        }
        String first = path.steps().getFirst().name();
        return first != null && NOT_INDEXED.contains(first) ? null : path;
    }

    /** Returns true if it is the item itself. */
    boolean isItem(SqlExpression expression) {
        ItemPath path = place(expression);
        return path != null && path.steps().isEmpty();
    }

    private @Nullable ItemPath place(SqlExpression expression) {
        return switch (expression) {
            case SqlExpression.Item _ -> new ItemPath(List.of());
            case SqlExpression.Input(String alias) -> sources.get(alias);
            case SqlExpression.Member(SqlExpression of, SqlExpression key) -> {
                ItemPath base = place(of);
                ItemPath.Step step = base == null ? null : step(key);
                yield base == null || step == null ? null : base.then(step);
            }
            default -> null;
        };
    }

    private ItemPath.@Nullable Step step(SqlExpression key) {
        return switch (constant(key)) {
            case SqlString name -> new ItemPath.Step(name.stringValue());
            case SqlNumber _ -> ItemPath.Step.ELEMENTS;
            case null, default -> null;
        };
    }
}
