package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.tree.Near;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The visible names while a statement is compiled, and the places of their values. Used by one thread. */
public final class VisibleNames {
    /*
     * No name hides another, however deep queries stand in each other: FROM, LET, GROUP AS and the variables of loops
     * are refused where the name is taken already, here or further out. One exception: a term of FROM that reads a name
     * of WITH may go by that very name, and then the name means the row from there on.
     *
     * So what an expression says of a name can be judged by the name alone, wherever the expression is looked at.
     */

    private static final int DUPLICATE_VARIABLE = 3081;
    private static final int DUPLICATE_ALIAS = 4020;
    private static final int DUPLICATE_WITH_ALIAS = 4021;

    private final @Nullable VisibleNames outer;
    private final Map<String, Named> places = new HashMap<>();
    private int count;
    private @Nullable String growing;
    private @Nullable String onlySource;
    private int sources;
    private final Set<String> correlation = new HashSet<>();

    /** @param outer those of the statement around this one, or null */
    public VisibleNames(@Nullable VisibleNames outer) {
        this.outer = outer;
    }

    /** The origin of a name, which decides what FROM means by it. */
    private enum Giver {
        /** A term of FROM that goes by the last name of its path. */
        PATH,
        /** AS, LET, LETTING, GROUP AS, or a loop. */
        ALIAS,
        WITH
    }

    private record Named(int slot, Giver giver) {}

    /** The place of a name's value: the statement, counted outwards from here, and the slot of its frame. */
    public record Place(int depth, int slot) {}

    /** Adds a name of FROM that nothing else can have. */
    public int source(String name) {
        return source(name, false, "FROM", "");
    }

    /**
     * Adds a name of FROM.
     *
     * @param given whether the statement gives it the name, which is else the last of its path
     * @param term its name in the error
     * @param near where the error is
     */
    public int source(String name, boolean given, String term, String near) {
        if (giver(name) != null) {
            throw duplicate(term, name, near);
        }
        return add(name, given);
    }

    /**
     * Adds a name of FROM that iterates over the values of WITH.
     *
     * @param with their name there, which may be the name here
     */
    public int sourceOfWith(String name, boolean given, String with, String term, String near) {
        Giver taken = giver(name);
        if (taken != null && !(taken == Giver.WITH && name.equals(with))) {
            throw duplicate(term, name, near);
        }
        if (giver(with) != Giver.WITH) {
            throw new N1qlException(
                    DUPLICATE_WITH_ALIAS, "Duplicate WITH alias reference in FROM expression: '" + with + "'" + near);
        }
        return add(name, given);
    }

    private static N1qlException duplicate(String term, String name, String near) {
        return new N1qlException(DUPLICATE_ALIAS, "Duplicate " + term + " alias '" + name + "'" + near);
    }

    private int add(String name, boolean given) {
        sources++;
        onlySource = sources == 1 ? name : null;
        return put(name, given ? Giver.ALIAS : Giver.PATH);
    }

    private int put(String name, Giver giver) {
        places.put(name, new Named(count, giver));
        return count++;
    }

    /** Adds a name of LET or LETTING. */
    public int declare(String name) {
        return declare(name, "");
    }

    /** {@link #declare(String)} of a name whose place in the text is known. */
    public int declare(String name, String near) {
        refuseTaken(name, near);
        return put(name, Giver.ALIAS);
    }

    /** Adds a name of GROUP AS. */
    public int group(String name) {
        if (giver(name) != null) {
            throw duplicate("GROUP AS", name, "");
        }
        return put(name, Giver.ALIAS);
    }

    /** Adds a name of WITH. */
    public int with(String name, String near) {
        if (giver(name) != null) {
            throw duplicate("WITH clause", name, near);
        }
        return put(name, Giver.WITH);
    }

    /** Sets the name of WITH whose value is another each time from here on; null for none. */
    public void growing(@Nullable String with) {
        growing = with;
    }

    /** A place without a name. */
    public int anonymous() {
        return count++;
    }

    /** A name for as long as a loop is compiled; answers its place. */
    int push(String name, Near near) {
        refuseTaken(name, near.text());
        return put(name, Giver.ALIAS);
    }

    /** Ends {@link #push}. */
    void pop(String name) {
        places.remove(name);
    }

    private void refuseTaken(String variable, String near) {
        if (giver(variable) != null) {
            throw new N1qlException(
                    DUPLICATE_VARIABLE, "Duplicate variable: '" + variable + "' already in scope" + near + ".");
        }
    }

    private @Nullable Giver giver(String name) {
        Named here = places.get(name);
        if (here != null) {
            return here.giver;
        }
        return outer == null ? null : outer.giver(name);
    }

    public boolean knows(String name) {
        return giver(name) != null;
    }

    /** A name that is known and differs from this in large and small letters alone, the nearest first, or null. */
    @Nullable
    String anyCase(String name) {
        if (places.containsKey(name)) {
            return name;
        }
        for (String known : places.keySet()) {
            if (known.equalsIgnoreCase(name)) {
                return known;
            }
        }
        return outer == null ? null : outer.anyCase(name);
    }

    /** Returns whether the statement has given the name to something, by AS, LET, LETTING, GROUP AS or in a loop. */
    public boolean isAlias(String name) {
        return giver(name) == Giver.ALIAS;
    }

    /** Returns whether WITH has given the name to something, even where a term of FROM hides it. */
    public boolean isWith(String name) {
        Named here = places.get(name);
        return here != null && here.giver == Giver.WITH || outer != null && outer.isWith(name);
    }

    @Nullable
    Place find(String name) {
        Named here = places.get(name);
        if (here != null) {
            return new Place(0, here.slot);
        }
        if (outer == null) {
            return null;
        }
        Place further = outer.find(name);
        if (further == null) {
            return null;
        }
        // WITH of the whole statement is the same for every row.
        if (!outer.isConstant(name)) {
            correlation.add(name);
        }
        return new Place(further.depth + 1, further.slot);
    }

    private boolean isConstant(String name) {
        Named here = places.get(name);
        if (here != null) {
            return here.giver == Giver.WITH && outer == null && !name.equals(growing);
        }
        return outer != null && outer.isConstant(name);
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
        return Set.copyOf(places.keySet());
    }

    /** The names of statements further out that were asked for, and whose values may differ from row to row. */
    public Set<String> correlation() {
        return Set.copyOf(correlation);
    }

    /** The name of what FROM lists, if that is one thing alone: fields may be named without it. */
    public @Nullable String onlySource() {
        return onlySource;
    }

    /** Sets the source of unqualified fields from here on. */
    public void unqualified(@Nullable String source) {
        onlySource = source;
    }

    /** Returns the number of slots that a frame needs. */
    public int slots() {
        return count;
    }
}
