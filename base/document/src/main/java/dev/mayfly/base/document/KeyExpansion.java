package dev.mayfly.base.document;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the keys of one document with arrays in it. Used once. */
final class KeyExpansion {
    /*
     * Every part walks down its path until it has its value, or finds nothing, or stands on an array. All parts that
     * stand on an array must stand on the same one: then each element makes keys of its own, the other parts keeping
     * what they have. A part whose path ends at the array takes the element itself, whatever it is; one whose path goes
     * on walks on inside the element, and finds nothing in an element that is no object (an array directly inside an
     * array is not entered). A part whose next name is the position of an element goes on from that element; where
     * another element happens to have a field of that name, there are keys for this reading too.
     *
     * Nothing found is null. An empty array is undefined for a path that ends there, and nothing for one that goes on.
     */
    private final List<KeyPart> parts;
    private final boolean sparse;
    private final KeyAllowance allowance = new KeyAllowance();
    private final TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
    private final KeyWriter writer = new KeyWriter();
    private boolean multikey;

    KeyExpansion(List<KeyPart> parts, boolean sparse) {
        this.parts = parts;
        this.sparse = sparse;
    }

    Extraction of(View document) {
        State state = new State(parts.size());
        for (int i = 0; i < parts.size(); i++) {
            state.at[i] = document;
        }
        expand(state);
        return new Extraction(new ArrayList<>(keys), multikey);
    }

    /** The positions of all parts. */
    private static final class State {
        /** The value reached, or null when nothing was found. */
        final @Nullable View[] at;

        /** The number of names of the path that have been walked. */
        final int[] depth;

        /** True if the value is final although it may be an array: it was an element. */
        final boolean[] done;

        /** The empty array at the end of a path. */
        final boolean[] undefined;

        State(int parts) {
            at = new View[parts];
            depth = new int[parts];
            done = new boolean[parts];
            undefined = new boolean[parts];
        }

        State copy() {
            State copy = new State(at.length);
            System.arraycopy(at, 0, copy.at, 0, at.length);
            System.arraycopy(depth, 0, copy.depth, 0, at.length);
            System.arraycopy(done, 0, copy.done, 0, at.length);
            System.arraycopy(undefined, 0, copy.undefined, 0, at.length);
            return copy;
        }

        void finish(int part, @Nullable View value) {
            at[part] = value;
            done[part] = true;
        }
    }

    private void expand(State state) {
        int first = -1;
        boolean[] onArray = new boolean[parts.size()];
        for (int i = 0; i < parts.size(); i++) {
            if (state.done[i]) {
                continue;
            }
            walk(state, i);
            View at = state.at[i];
            if (state.done[i] || at == null) {
                continue;
            }
            onArray[i] = true;
            if (first < 0) {
                first = i;
            } else if (!sameArray(state, first, i)) {
                throw new ParallelArraysException(
                        parts.get(first).path(), parts.get(i).path());
            }
        }
        View array = first < 0 ? null : state.at[first];
        if (array == null) {
            emit(state);
        } else {
            multikey = true;
            elements(state, onArray, array);
        }
    }

    /** Walks through objects: ends on an array, or done. */
    private void walk(State state, int part) {
        List<String> names = parts.get(part).path().names();
        View at = state.at[part];
        while (at != null && at.type() != ValueType.ARRAY && state.depth[part] < names.size()) {
            at = at.type() == ValueType.OBJECT ? at.field(names.get(state.depth[part])) : null;
            state.depth[part]++;
        }
        state.at[part] = at;
        if (at == null || at.type() != ValueType.ARRAY) {
            state.done[part] = true;
        }
    }

    /** Equal paths up to here: two parts that walked through the same elements to the same names. */
    private boolean sameArray(State state, int a, int b) {
        int depth = state.depth[a];
        return depth == state.depth[b]
                && parts.get(a)
                        .path()
                        .names()
                        .subList(0, depth)
                        .equals(parts.get(b).path().names().subList(0, depth));
    }

    private void elements(State state, boolean[] onArray, View array) {
        @Nullable View[] positioned = new View[parts.size()];
        boolean anyEnters = false;
        for (int i = 0; i < onArray.length; i++) {
            if (onArray[i]) {
                positioned[i] = endsHere(state, i) ? null : positioned(state, i, array);
                anyEnters |= positioned[i] == null;
            }
        }
        View.Fields elements = array.fields();
        boolean first = true;
        while (elements.next()) {
            View element = elements.value();
            // Parts that all go on from named positions say the same for every element.
            if (first || anyEnters) {
                expand(entered(state, onArray, positioned, element));
            }
            first = false;
            if (isNamed(state, positioned, element)) {
                expand(entered(state, onArray, new View[parts.size()], element));
            }
        }
        if (first) {
            emitEmpty(state, onArray);
        }
    }

    private void emitEmpty(State state, boolean[] onArray) {
        State next = state.copy();
        for (int i = 0; i < onArray.length; i++) {
            if (onArray[i]) {
                next.undefined[i] = endsHere(state, i);
                next.finish(i, null);
            }
        }
        emit(next);
    }

    private State entered(State state, boolean[] onArray, @Nullable View[] positioned, View element) {
        State next = state.copy();
        for (int i = 0; i < onArray.length; i++) {
            View at = positioned[i];
            if (at != null) {
                next.at[i] = at;
                next.depth[i]++;
            } else if (onArray[i]) {
                enter(next, i, element);
            }
        }
        return next;
    }

    /** Returns true if a name that was read as a position is also the name of a field of this element. */
    private boolean isNamed(State state, @Nullable View[] positioned, View element) {
        if (element.type() != ValueType.OBJECT) {
            return false;
        }
        for (int i = 0; i < positioned.length; i++) {
            if (positioned[i] != null
                    && element.field(parts.get(i).path().names().get(state.depth[i])) != null) {
                return true;
            }
        }
        return false;
    }

    private void enter(State next, int part, View element) {
        if (endsHere(next, part)) {
            next.finish(part, element);
        } else if (element.type() == ValueType.OBJECT) {
            next.at[part] = element;
        } else {
            next.finish(part, null);
        }
    }

    private boolean endsHere(State state, int part) {
        return state.depth[part] == parts.get(part).path().names().size();
    }

    private @Nullable View positioned(State state, int part, View array) {
        int position = parts.get(part).path().position(state.depth[part]);
        return position < 0 ? null : array.element(position);
    }

    private void emit(State state) {
        boolean found = false;
        writer.reset();
        for (int i = 0; i < parts.size(); i++) {
            boolean descending = parts.get(i).descending();
            View value = state.at[i];
            if (state.undefined[i]) {
                writer.appendUndefined(descending);
                found = true;
            } else if (value == null) {
                writer.appendNull(descending);
            } else {
                writer.append(value, descending);
                found = true;
            }
        }
        if (found || !sparse) {
            byte[] key = writer.toBytes();
            allowance.add(key.length);
            keys.add(key);
        }
    }
}
