package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.QueryException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is called by a name while a statement is compiled, and where its value stands. Used by one thread. */
public final class Names {
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

    private final @Nullable Names outer;
    private final Map<String, Named> places = new HashMap<>();
    private int count;
    private @Nullable String growing;
    private @Nullable String onlySource;
    private int sources;
    private final Set<String> correlation = new HashSet<>();

    /** @param outer those of the statement around this one, or null */
    public Names(@Nullable Names outer) {
        this.outer = outer;
    }

    /** What gave something its name, which decides what FROM means by that name. */
    private enum Giver {
        /** A term of FROM that goes by the last name of its path. */
        PATH,
        /** AS, LET, LETTING, GROUP AS, or a loop. */
        ALIAS,
        WITH
    }

    private record Named(int slot, Giver giver) {}

    /** Where the value of a name stands: in which statement from here outwards, and at which place of its frame. */
    public record Place(int depth, int slot) {}

    /** What FROM adds where nothing else can have the name. */
    public int source(String name) {
        return source(name, false, "FROM", "");
    }

    /**
     * What FROM adds.
     *
     * @param given whether the statement gives it the name, which is else the last of its path
     * @param term what the error calls it
     * @param near where the error is
     */
    public int source(String name, boolean given, String term, String near) {
        if (giver(name) != null) {
            throw duplicate(term, name, near);
        }
        return add(name, given);
    }

    /**
     * What FROM adds that goes through the values of WITH.
     *
     * @param with their name there, which may be the name here
     */
    public int sourceOfWith(String name, boolean given, String with, String term, String near) {
        Giver taken = giver(name);
        if (taken != null && !(taken == Giver.WITH && name.equals(with))) {
            throw duplicate(term, name, near);
        }
        if (giver(with) != Giver.WITH) {
            throw new QueryException(
                    DUPLICATE_WITH_ALIAS, "Duplicate WITH alias reference in FROM expression: '" + with + "'" + near);
        }
        return add(name, given);
    }

    private static QueryException duplicate(String term, String name, String near) {
        return new QueryException(DUPLICATE_ALIAS, "Duplicate " + term + " alias '" + name + "'" + near);
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

    /** What LET or LETTING adds. */
    public int declare(String name) {
        return declare(name, "");
    }

    /** {@link #declare(String)} of a name whose place in the text is known. */
    public int declare(String name, String near) {
        refuseTaken(name, near);
        return put(name, Giver.ALIAS);
    }

    /** What GROUP AS adds. */
    public int group(String name) {
        if (giver(name) != null) {
            throw duplicate("GROUP AS", name, "");
        }
        return put(name, Giver.ALIAS);
    }

    /** What WITH adds. */
    public int with(String name, String near) {
        if (giver(name) != null) {
            throw duplicate("WITH clause", name, near);
        }
        return put(name, Giver.WITH);
    }

    /** From here on the value of this name of WITH is another each time; null for none. */
    public void growing(@Nullable String with) {
        growing = with;
    }

    /** A place without a name. */
    public int anonymous() {
        return count++;
    }

    /** A name for as long as a loop is compiled; answers its place. */
    int push(String name) {
        refuseTaken(name, "");
        return put(name, Giver.ALIAS);
    }

    /** Ends {@link #push}. */
    void pop(String name) {
        places.remove(name);
    }

    private void refuseTaken(String variable, String near) {
        if (giver(variable) != null) {
            throw new QueryException(
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

    /** Whether the statement has given the name to something, by AS, LET, LETTING, GROUP AS or in a loop. */
    public boolean isAlias(String name) {
        return giver(name) == Giver.ALIAS;
    }

    /** Whether WITH has given the name to something, even where a term of FROM goes by it meanwhile. */
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

    /** From here on fields named without anything are those of this source. */
    public void unqualified(@Nullable String source) {
        onlySource = source;
    }

    /** How many places a frame needs. */
    public int slots() {
        return count;
    }
}
