package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.base.text.NaturalLanguage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A way from the root of an item through properties and through all elements of arrays. */
public record ItemPath(List<Step> steps) {
    /**
     * To a property of this name, or, without one, to every element; or to every word of a text, or every cell of a place.
     *
     * @param language that of the words, or null for another kind of step
     */
    public record Step(@Nullable String name, @Nullable NaturalLanguage language, boolean isToCells) {
        public static final Step ELEMENTS = new Step(null);
        static final Step CELLS = new Step(null, null, true);

        public Step(@Nullable String name) {
            this(name, null, false);
        }

        boolean isElements() {
            return name == null && !isDerived();
        }

        /** Returns true if it leads to what an index makes of a value. */
        boolean isDerived() {
            return language != null || isToCells;
        }
    }

    /** Returns the path to the words of the texts here. */
    public ItemPath words(NaturalLanguage language) {
        return then(new Step(null, language, false));
    }

    /** Returns the path to the cells of S2 that cover the geometry here. */
    public ItemPath cells() {
        return then(Step.CELLS);
    }

    /** Returns true if this is a path to words, or to cells, which have an index of their own. */
    public boolean isDerived() {
        return !steps.isEmpty() && steps.getLast().isDerived();
    }

    /** Returns true if this is a path to cells. */
    public boolean isOfCells() {
        return !steps.isEmpty() && steps.getLast().isToCells();
    }

    /** Returns the path of the value of which these words or cells are made. */
    ItemPath value() {
        return isDerived() ? new ItemPath(steps.subList(0, steps.size() - 1)) : this;
    }

    public ItemPath {
        steps = List.copyOf(steps);
    }

    /** Returns the path through these properties alone. */
    public static ItemPath of(List<String> names) {
        return new ItemPath(names.stream().map(Step::new).toList());
    }

    /** Parses a path as a definition writes it. */
    public static ItemPath parse(String text) {
        return PathPattern.parseName(text);
    }

    /** The path one step further. */
    public ItemPath then(Step step) {
        List<Step> longer = new ArrayList<>(steps);
        longer.add(step);
        return new ItemPath(longer);
    }

    /** Returns true if an item may have several values here. */
    public boolean isThroughElements() {
        return isDerived() || steps.contains(Step.ELEMENTS);
    }

    /** Returns true if this is the root property of this name. */
    public boolean isRoot(String name) {
        return steps.size() == 1 && name.equals(steps.getFirst().name());
    }

    /** Returns true if it is the root property of this name, or leads into it. */
    boolean isBelow(String name) {
        return !steps.isEmpty() && name.equals(steps.getFirst().name());
    }

    /** The name of the property of the root in which it begins; null for the item itself. */
    public @Nullable String first() {
        return steps.isEmpty() ? null : steps.getFirst().name();
    }

    /** Returns the value through properties alone, or null if there is none. */
    @Nullable
    View in(View item) {
        View at = item;
        for (Step step : steps) {
            String name = step.name();
            if (name == null || at.type() != ValueType.OBJECT) {
                return null;
            }
            View next = at.field(name);
            if (next == null) {
                return null;
            }
            at = next;
        }
        return at;
    }

    /** Formats the path as a policy writes it: {@code /a/"b c"/[]}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Step step : steps) {
            String name = step.name();
            if (step.isDerived()) {
                continue;
            }
            text.append('/').append(name == null ? "[]" : isPlain(name) ? name : quoted(name));
        }
        return text.toString();
    }

    private static boolean isPlain(String name) {
        return !name.isEmpty() && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_');
    }

    private static String quoted(String name) {
        return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
