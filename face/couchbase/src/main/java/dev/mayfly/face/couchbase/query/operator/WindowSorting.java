package dev.mayfly.face.couchbase.query.operator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Window functions that one order of the rows serves.
 *
 * @param keys what the rows are sorted by; none where they need not be
 * @param parts the functions, those of equal partitions together
 */
public record WindowSorting(List<WindowDefinition.Sort> keys, List<List<WindowDefinition>> parts) {
    public WindowSorting {
        keys = List.copyOf(keys);
        parts = List.copyOf(parts);
    }

    /**
     * Sorts are few: the functions with the most keys come first, and one whose keys begin a sort that is there needs none
     * of its own. Those over all rows in any order go with the last.
     */
    public static List<WindowSorting> of(List<WindowDefinition> definitions) {
        List<WindowDefinition> ordered = new ArrayList<>(definitions);
        ordered.sort(Comparator.comparingInt((WindowDefinition each) ->
                        -each.partition().length - each.order().size())
                .thenComparingInt(each -> -each.partition().length));
        List<SharedSort> sorts = new ArrayList<>();
        for (WindowDefinition definition : ordered) {
            boolean unsorted =
                    definition.partition().length == 0 && definition.order().isEmpty();
            SharedSort found = null;
            for (SharedSort sort : sorts) {
                if (unsorted || sort.serves(definition)) {
                    found = sort;
                }
            }
            if (found == null) {
                found = new SharedSort(keysOf(definition));
                sorts.add(found);
            }
            found.add(definition);
        }
        return sorts.stream()
                .map(sort -> new WindowSorting(sort.keys, sort.parts))
                .toList();
    }

    private static List<WindowDefinition.Sort> keysOf(WindowDefinition definition) {
        List<WindowDefinition.Sort> keys = new ArrayList<>();
        for (int column : definition.partition()) {
            keys.add(new WindowDefinition.Sort(column, false, null));
        }
        keys.addAll(definition.order());
        return keys;
    }

    private static final class SharedSort {
        private final List<WindowDefinition.Sort> keys;
        private final List<List<WindowDefinition>> parts = new ArrayList<>();

        SharedSort(List<WindowDefinition.Sort> keys) {
            this.keys = keys;
        }

        /** Returns whether rows in this order are partitioned by the first keys, and ordered by the next. */
        boolean serves(WindowDefinition definition) {
            int parted = definition.partition().length;
            int ordered = definition.order().size();
            if (parted + ordered > keys.size()) {
                return false;
            }
            int[] first = keys.subList(0, parted).stream()
                    .mapToInt(WindowDefinition.Sort::column)
                    .sorted()
                    .toArray();
            return Arrays.equals(first, definition.partition())
                    && keys.subList(parted, parted + ordered).equals(definition.order());
        }

        void add(WindowDefinition definition) {
            for (List<WindowDefinition> part : parts) {
                if (Arrays.equals(part.getFirst().partition(), definition.partition())) {
                    part.add(definition);
                    return;
                }
            }
            List<WindowDefinition> part = new ArrayList<>();
            part.add(definition);
            parts.add(part);
        }
    }
}
