package dev.mayfly.base.sql;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The functions of a language by their names, without regard to case. A language derives its own table, with the shapes
 * that most of its functions have. Safe for concurrent use once all functions are in it.
 *
 * @param <E> evaluates one call of a function
 */
public abstract class FunctionTable<E> {
    /** As the most arguments: the function takes any number of them. */
    public static final int ANY = Integer.MAX_VALUE;

    private final Map<String, FunctionDefinition<E>> byName = new HashMap<>();

    protected FunctionTable() {}

    private void add(FunctionDefinition<E> definition) {
        if (byName.put(definition.name().toUpperCase(Locale.ROOT), definition) != null) {
            throw new IllegalStateException("two functions of one name: " + definition.name());
        }
    }

    /** Adds a function whose calls share an evaluator. */
    protected final void addShared(String name, int least, int most, E evaluator) {
        add(new FunctionDefinition<>(name, least, most, true, () -> evaluator));
    }

    /** Adds a function of which each call keeps something. */
    public final void addRemembering(String name, int least, int most, Supplier<E> evaluators) {
        add(new FunctionDefinition<>(name, least, most, true, evaluators));
    }

    /** Adds a function that depends on more than its arguments, such as the time. */
    public final void addMomentary(String name, int least, int most, E evaluator) {
        add(new FunctionDefinition<>(name, least, most, false, () -> evaluator));
    }

    /** Adds another name of a function that is there. */
    public final void alias(String name, String of) {
        FunctionDefinition<E> known = find(of);
        if (known == null) {
            throw new IllegalStateException("no function " + of);
        }
        add(new FunctionDefinition<>(name, known.least(), known.most(), known.pure(), known.evaluators()));
    }

    /** Returns the function of this name, or null if there is none. */
    public final @Nullable FunctionDefinition<E> find(String name) {
        return byName.get(name.toUpperCase(Locale.ROOT));
    }

    /** Returns the names of all functions, other names of the same function too, as they were given. */
    public final Collection<String> names() {
        return byName.values().stream().map(FunctionDefinition::name).toList();
    }
}
