package dev.mayfly.base.query.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.RequestGuard;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** An array: one inside JSON text, or one that an expression made. */
public abstract class JsonArray<V extends JsonValue> implements JsonValue, Iterable<V> {
    /** The memory of an element of a stored array once it is read. */
    private static final int ELEMENT_BYTES = 80;

    /** The number of elements that are read without being counted: most are garbage at once. */
    private static final int FEW = 256;

    /** Null of a built one. */
    private final @Nullable JsonView view;

    /** Empty of a stored one. */
    private final List<V> built;

    private final @Nullable Weight weight;

    /** The list must not change. Refused when it consists of too many parts. */
    protected JsonArray(List<V> elements, Dialect dialect) {
        this.view = null;
        this.built = elements;
        this.weight = Weight.of(elements, SMALL_BYTES, dialect);
    }

    /** A stored one. The bytes must not change. */
    protected JsonArray(JsonView view) {
        this.view = view;
        this.built = List.of();
        this.weight = null;
    }

    /** The value that an element of a stored array shows. */
    protected abstract V read(JsonView element);

    /** Returns what an element is compared and hashed as by {@link #equals} of its array: itself, unless a language says otherwise. */
    protected JsonValue identity(JsonValue element) {
        return element;
    }

    /** Counts a stored array anew each time. */
    public final int size() {
        if (view == null) {
            return built.size();
        }
        int count = 0;
        RequestGuard guard = RequestGuard.current();
        for (View.Fields elements = view.fields(); elements.next(); ) {
            guard.step();
            count++;
        }
        guard.steps((view.until() - view.from()) / JsonObject.WALKED_BYTES);
        return count;
    }

    /** The element at an index from 0, or null when there is none. */
    protected final @Nullable V at(int index) {
        if (view == null) {
            return index >= 0 && index < built.size() ? built.get(index) : null;
        }
        // Access to an element by its number walks there each time.
        JsonView element = index < 0 ? null : view.element(index);
        int walked = (element == null ? view.until() : element.from()) - view.from();
        RequestGuard.current().steps(Math.max(0, index) / 8 + walked / JsonObject.WALKED_BYTES);
        return element == null ? null : read(element);
    }

    /** The elements; a list not to be changed, made anew of a stored array. */
    public final List<V> elements() {
        if (view == null) {
            return built;
        }
        List<V> elements = new ArrayList<>();
        RequestGuard guard = RequestGuard.current();
        for (V element : this) {
            if (elements.size() < FEW) {
                guard.step();
            } else {
                guard.charge(ELEMENT_BYTES);
            }
            elements.add(element);
        }
        return elements;
    }

    @Override
    public final Iterator<V> iterator() {
        return view == null ? built.iterator() : new Elements(view.fields());
    }

    @Override
    public final int weight() {
        return weight == null ? 1 : weight.parts();
    }

    @Override
    public final long memoryBytes() {
        return weight == null ? SMALL_BYTES : weight.memoryBytes();
    }

    @Override
    public final void write(JsonSink out) {
        if (view != null) {
            out.stored(view);
            return;
        }
        out.put('[');
        RequestGuard guard = RequestGuard.current();
        for (int i = 0; i < built.size(); i++) {
            guard.step();
            if (i > 0) {
                out.put(',');
            }
            built.get(i).write(out);
        }
        out.put(']');
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        if (!(other instanceof JsonArray<?> that)) {
            return false;
        }
        if (this == that) {
            return true;
        }
        RequestGuard guard = RequestGuard.current();
        Iterator<?> a = iterator();
        Iterator<?> b = that.iterator();
        while (a.hasNext() && b.hasNext()) {
            guard.step();
            if (!identity((JsonValue) a.next()).equals(identity((JsonValue) b.next()))) {
                return false;
            }
        }
        return !a.hasNext() && !b.hasNext();
    }

    @Override
    public final int hashCode() {
        int hash = 1;
        RequestGuard guard = RequestGuard.current();
        for (V element : this) {
            guard.step();
            hash = 31 * hash + identity(element).hashCode();
        }
        return hash;
    }

    private final class Elements implements Iterator<V> {
        private final View.Fields elements;
        private boolean present;

        Elements(View.Fields elements) {
            this.elements = elements;
            this.present = elements.next();
        }

        @Override
        public boolean hasNext() {
            return present;
        }

        @Override
        public V next() {
            if (!present) {
                throw new NoSuchElementException();
            }
            V element = read((JsonView) elements.value());
            present = elements.next();
            return element;
        }
    }
}
