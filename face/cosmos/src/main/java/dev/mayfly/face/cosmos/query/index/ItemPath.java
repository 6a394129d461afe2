package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A way from the root of an item through properties and through all elements of arrays. */
public record ItemPath(List<Step> steps) {
    /** To a property of this name, or, without one, to every element. */
    public record Step(@Nullable String name) {
        public static final Step ELEMENTS = new Step(null);

        boolean isElements() {
            return name == null;
        }
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
        return steps.contains(Step.ELEMENTS);
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
