package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.CosmosException;
import dev.mayfly.face.cosmos.language.function.Moment;
import dev.mayfly.face.cosmos.language.value.StringValue;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A property of every item of a container that is computed from the others. Immutable and safe for concurrent use. */
public final class ComputedProperty {
    /** Nothing that a definition may call depends on it. */
    private static final Moment NO_MOMENT = new Moment(0, new SplittableRandom(0));

    private final String name;
    private final String query;
    private final Expression expression;
    private final Scalar scalar;
    private final int inputs;
    private final int source;

    private ComputedProperty(String name, String query, Expression expression, String alias) {
        this.name = name;
        this.query = query;
        this.expression = expression;
        Slots slots = new Slots();
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
        Query tree = CosmosQuery.parse(query).tree();
        if (!(tree.selection() instanceof Query.OneValue(Expression value))) {
            return null;
        }
        ComputedPropertyRules.require(tree, value);
        String alias = String.valueOf(tree.sources().getFirst().alias());
        return new ComputedProperty(name, query, value, alias);
    }

    /** What was read before. */
    public static ComputedProperty of(String name, String query) {
        return Objects.requireNonNull(ofValue(name, query));
    }

    public String name() {
        return name;
    }

    /** As the container's definition has it. */
    public String query() {
        return query;
    }

    /** Whether its query names this property of the item. */
    public boolean refersTo(String property) {
        return Trees.contains(
                expression,
                part -> part instanceof Expression.Member(Expression.Input _, Expression.Constant(StringValue key))
                        && key.stringValue().equals(property));
    }

    /** Its value for an item as it is stored; undefined also where there would be too much of it. */
    public Value of(Value item) {
        Value[] row = new Value[inputs];
        row[Slots.ITEM] = item;
        row[source] = item;
        try {
            return scalar.of(row);
        } catch (CosmosException _) {
            return Values.UNDEFINED;
        }
    }
}
