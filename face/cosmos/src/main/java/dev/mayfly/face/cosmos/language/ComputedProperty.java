package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.function.QueryInstant;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A property of every item of a container that is computed from the others. Immutable and safe for concurrent use. */
public final class ComputedProperty {
    /** The functions that a definition may call do not depend on it. */
    private static final QueryInstant NO_MOMENT = new QueryInstant(0, new SplittableRandom(0));

    private final String name;
    private final String query;
    private final SqlExpression expression;
    private final Scalar scalar;
    private final int inputs;
    private final int source;

    private ComputedProperty(String name, String query, SqlExpression expression, String alias) {
        this.name = name;
        this.query = query;
        this.expression = expression;
        SlotTable slots = new SlotTable();
        this.source = slots.takeFor(alias);
        this.scalar = new QueryCompiler(Map.of(), NO_MOMENT).expressions().compile(expression, slots);
        this.inputs = slots.count();
    }

    /**
     * Reads a definition; null when its query does not select a value.
     *
     * @throws CosmosException 400 when its query is none from which a property can be computed
     */
    public static @Nullable ComputedProperty ofValue(String name, String query) {
        SqlQuery tree = CosmosQuery.parse(query).tree();
        if (!(tree.selection() instanceof SqlQuery.OneValue(SqlExpression value))) {
            return null;
        }
        ComputedPropertyRules.require(tree, value);
        String alias = String.valueOf(tree.sources().getFirst().alias());
        return new ComputedProperty(name, query, value, alias);
    }

    /** Returns a property that was read before. */
    public static ComputedProperty of(String name, String query) {
        return Objects.requireNonNull(ofValue(name, query));
    }

    public String name() {
        return name;
    }

    /** Returns the query as in the container's definition. */
    public String query() {
        return query;
    }

    /** Returns true if its query names this property of the item. */
    public boolean refersTo(String property) {
        return Trees.contains(
                expression,
                part -> part
                                instanceof
                                SqlExpression.Member(SqlExpression.Input _, SqlExpression.Constant(SqlString key))
                        && key.stringValue().equals(property));
    }

    /** Returns true if its query calls a function of places. */
    public boolean isSpatial() {
        return Trees.contains(
                expression,
                part -> part instanceof SqlExpression.Call call
                        && call.function().startsWith("ST_"));
    }

    /** Its value for an item as it is stored; undefined also where there would be too much of it. */
    public SqlValue of(SqlValue item) {
        SqlValue[] row = new SqlValue[inputs];
        row[SlotTable.ITEM] = item;
        row[source] = item;
        // The result must not depend on the time or memory left to the caller.
        return RequestGuard.unlimited(() -> {
            try {
                return scalar.of(row);
            } catch (CosmosException _) {
                return SqlValues.UNDEFINED;
            }
        });
    }
}
