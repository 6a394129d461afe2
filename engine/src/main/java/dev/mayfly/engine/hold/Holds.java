package dev.mayfly.engine.hold;

import dev.mayfly.base.document.DocumentKey;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The holds of a collection at one moment. Immutable.
 *
 * <p>Asked for everything that is about to be destroyed, hence plain.
 */
public final class Holds {
    public static final Holds NONE = new Holds(Map.of());

    private final Map<String, Hold> byName;
    private final Set<DocumentKey> keys = new HashSet<>();
    private final boolean coversAll;

    private Holds(Map<String, Hold> byName) {
        this.byName = byName;
        boolean whole = false;
        for (Hold hold : byName.values()) {
            DocumentKey key = hold.key();
            if (key == null) {
                whole = true;
            } else {
                keys.add(key);
            }
        }
        this.coversAll = whole;
    }

    public static Holds of(List<Hold> holds) {
        Map<String, Hold> byName = new TreeMap<>();
        holds.forEach(hold -> byName.put(hold.name(), hold));
        return new Holds(byName);
    }

    public boolean isEmpty() {
        return byName.isEmpty();
    }

    public int size() {
        return byName.size();
    }

    /** Returns true if a document of this key may not be destroyed. */
    public boolean covers(DocumentKey key) {
        return coversAll || (!keys.isEmpty() && keys.contains(key));
    }

    /** Returns true if nothing of the collection may be destroyed. */
    public boolean coversAll() {
        return coversAll;
    }

    public @Nullable Hold get(String name) {
        return byName.get(name);
    }

    /** By name. */
    public List<Hold> all() {
        return List.copyOf(byName.values());
    }

    public Holds with(Hold hold) {
        Map<String, Hold> more = new TreeMap<>(byName);
        more.put(hold.name(), hold);
        return new Holds(more);
    }

    public Holds without(String name) {
        Map<String, Hold> less = new TreeMap<>(byName);
        less.remove(name);
        return new Holds(less);
    }
}
