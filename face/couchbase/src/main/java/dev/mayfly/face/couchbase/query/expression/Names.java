package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.QueryException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is called by a name while a statement is compiled, and where its value stands. Used by one thread. */
public final class Names {
    private static final int DUPLICATE_ALIAS = 4020;

    private final @Nullable Names outer;
    private final Map<String, Integer> slots = new HashMap<>();
    private int count;
    private @Nullable String onlySource;
    private int sources;
    private boolean correlated;

    /** @param outer those of the statement around this one, or null */
    public Names(@Nullable Names outer) {
        this.outer = outer;
    }

    /** Where the value of a name stands: in which statement from here outwards, and at which place of its frame. */
    public record Place(int depth, int slot) {}

    /** What FROM adds. */
    public int source(String name) {
        sources++;
        onlySource = sources == 1 ? name : null;
        return declare(name);
    }

    /** What LET adds, or a loop of it. */
    public int declare(String name) {
        if (slots.containsKey(name)) {
            throw new QueryException(DUPLICATE_ALIAS, "Duplicate FROM alias '" + name + "'");
        }
        slots.put(name, count);
        return count++;
    }

    /** A place without a name. */
    public int anonymous() {
        return count++;
    }

    /** A name for as long as a loop is compiled, which may hide another; answers its place. */
    int push(String name) {
        slots.put(name, count);
        return count++;
    }

    /** Ends {@link #push}. */
    void pop(String name, @Nullable Integer hidden) {
        if (hidden == null) {
            slots.remove(name);
        } else {
            slots.put(name, hidden);
        }
    }

    @Nullable
    Integer slot(String name) {
        return slots.get(name);
    }

    public boolean knows(String name) {
        return slots.containsKey(name) || outer != null && outer.knows(name);
    }

    @Nullable
    Place find(String name) {
        Integer slot = slots.get(name);
        if (slot != null) {
            return new Place(0, slot);
        }
        Place further = outer == null ? null : outer.find(name);
        if (further == null) {
            return null;
        }
        correlated = true;
        return new Place(further.depth + 1, further.slot);
    }

    /** The place of a name that is known. */
    public Place require(String name) {
        Place place = find(name);
        if (place == null) {
            throw new IllegalStateException("a name was not written out: " + name);
        }
        return place;
    }

    /** The names of this statement alone. */
    public Set<String> local() {
        return Set.copyOf(slots.keySet());
    }

    /** Whether anything of a statement further out was asked for. */
    public boolean isCorrelated() {
        return correlated;
    }

    /** The name of what FROM lists, if that is one thing alone: fields may be named without it. */
    public @Nullable String onlySource() {
        return onlySource;
    }

    /** How many places a frame needs. */
    public int slots() {
        return count;
    }
}
