package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.View;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** An array; it holds no undefined. */
public abstract sealed class ArrayValue implements Value, Iterable<Value> {
    private ArrayValue() {}

    static ArrayValue of(List<Value> elements) {
        return new Built(elements);
    }

    static ArrayValue stored(JsonView view) {
        return new Stored(view);
    }

    /** Counts a stored array anew each time. */
    public abstract int size();

    /** See {@link Weight}. */
    int weight() {
        return 1;
    }

    @Override
    public final Kind kind() {
        return Kind.ARRAY;
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        if (!(other instanceof ArrayValue that)) {
            return false;
        }
        Iterator<Value> a = iterator();
        Iterator<Value> b = that.iterator();
        while (a.hasNext() && b.hasNext()) {
            if (!a.next().equals(b.next())) {
                return false;
            }
        }
        return !a.hasNext() && !b.hasNext();
    }

    @Override
    public final int hashCode() {
        int hash = 1;
        for (Value element : this) {
            hash = 31 * hash + element.hashCode();
        }
        return hash;
    }

    @Override
    public final String toString() {
        return Values.json(this);
    }

    private static final class Built extends ArrayValue {
        private final List<Value> elements;
        private final int weight;

        Built(List<Value> elements) {
            this.elements = elements;
            this.weight = Weight.ofAll(elements);
        }

        @Override
        int weight() {
            return weight;
        }

        @Override
        public int size() {
            return elements.size();
        }

        @Override
        public Value element(int index) {
            return index >= 0 && index < elements.size() ? elements.get(index) : UndefinedValue.UNDEFINED;
        }

        @Override
        public Iterator<Value> iterator() {
            return elements.iterator();
        }

        @Override
        public void write(JsonSink out) {
            out.put('[');
            for (int i = 0; i < elements.size(); i++) {
                if (i > 0) {
                    out.put(',');
                }
                elements.get(i).write(out);
            }
            out.put(']');
        }
    }

    private static final class Stored extends ArrayValue {
        private final JsonView view;

        Stored(JsonView view) {
            this.view = view;
        }

        @Override
        public int size() {
            View.Fields elements = view.fields();
            int count = 0;
            while (elements.next()) {
                count++;
            }
            return count;
        }

        @Override
        public Value element(int index) {
            JsonView element = index < 0 ? null : view.element(index);
            return element == null ? UndefinedValue.UNDEFINED : Values.stored(element);
        }

        @Override
        public Iterator<Value> iterator() {
            return new Elements(view.fields());
        }

        @Override
        public void write(JsonSink out) {
            out.stored(view);
        }
    }

    private static final class Elements implements Iterator<Value> {
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
        public Value next() {
            if (!present) {
                throw new NoSuchElementException();
            }
            Value element = Values.stored((JsonView) elements.value());
            present = elements.next();
            return element;
        }
    }
}
