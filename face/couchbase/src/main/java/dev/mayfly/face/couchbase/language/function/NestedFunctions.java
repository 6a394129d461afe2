package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Functions of all fields of an object, or of an array of them, at all depths, by the paths that lead to them. */
final class NestedFunctions {
    private NestedFunctions() {}

    static void addTo(N1qlFunctionTable table) {
        add(table, "OBJECT_PATHS", NestedFunctions::paths);
        add(table, "OBJECT_PAIRS_NESTED", NestedFunctions::pairs);
        add(table, "OBJECT_FILTER", NestedFunctions::filtered);
    }

    @FunctionalInterface
    private interface OfNested {
        N1qlValue of(N1qlValue value, Options options, Predicate<String> wanted);
    }

    private static void add(N1qlFunctionTable table, String name, OfNested function) {
        table.addRemembering(name, 1, 2, () -> {
            CompiledPattern remembered = new CompiledPattern();
            return (_, arguments) -> {
                N1qlValue unknown = N1qlFunctionTable.firstUnknown(arguments);
                N1qlValue options = arguments.length == 2 ? arguments[1] : N1qlValues.EMPTY_OBJECT;
                if (unknown.isUnknown()) {
                    return unknown;
                }
                boolean isNested = arguments[0] instanceof N1qlObject || arguments[0] instanceof N1qlArray;
                if (!isNested || !(options instanceof N1qlObject given)) {
                    return N1qlValues.NULL;
                }
                Options known = new Options(given);
                return function.of(arguments[0], known, known.paths(remembered));
            };
        });
    }

    /** A field's name as it stands in a path: between backticks where it would else not be one name. */
    private static String quoted(String name, boolean always) {
        boolean plain =
                name.indexOf(' ') < 0 && name.indexOf('\t') < 0 && name.indexOf('.') < 0 && name.indexOf('`') < 0;
        return plain && !always ? name : "`" + name.replace("`", "\\u0060") + "`";
    }

    private static SequencedMap<String, N1qlValue> byName(N1qlObject object) {
        return new TreeMap<>(object.toMap());
    }

    private static N1qlValue paths(N1qlValue value, Options options, Predicate<String> wanted) {
        boolean forIndex = options.flag("index", false);
        List<String> found = new ArrayList<>();
        new PathCollector(
                        !forIndex && options.flag("composites", true),
                        !forIndex && options.flag("arraysubscript", true),
                        forIndex,
                        wanted,
                        found)
                .add("", value, false);
        found.sort(Comparator.naturalOrder());
        List<N1qlValue> paths = new ArrayList<>();
        (options.flag("unique", true) ? new LinkedHashSet<>(found) : found)
                .forEach(path -> paths.add(N1qlValues.of(path)));
        return N1qlValues.array(paths);
    }

    /**
     * Gathers paths.
     *
     * @param composites whether the paths of arrays and objects count, and else those of what is neither
     * @param subscripts whether elements are told apart
     */
    private record PathCollector(
            boolean composites, boolean subscripts, boolean forIndex, Predicate<String> wanted, List<String> found) {
        void add(String path, N1qlValue value, boolean belowArray) {
            if (value instanceof N1qlArray array) {
                int index = 0;
                for (N1qlValue element : array) {
                    add(subscripts ? path + "[" + index++ + "]" : path, element, !subscripts);
                }
            } else if (value instanceof N1qlObject object) {
                String between = !belowArray ? "." : forIndex ? "[]." : "[*].";
                String prefix = path.isEmpty() ? "" : path + between;
                byName(object).forEach((name, field) -> {
                    String inner = prefix + quoted(name, forIndex);
                    if (composites && wanted.test(inner)) {
                        found.add(inner);
                    }
                    add(inner, field, false);
                });
            } else if (!composites && wanted.test(path)) {
                found.add(path);
            }
        }
    }

    private static N1qlValue pairs(N1qlValue value, Options options, Predicate<String> wanted) {
        boolean forIndex = options.flag("index", false);
        boolean types = options.flag("types", false) && !forIndex;
        List<Pair> found = new ArrayList<>();
        new PairCollector(
                        !forIndex && options.flag("composites", false),
                        forIndex,
                        options.text("report", "path").equals("field"),
                        wanted,
                        found)
                .add("", "", value);
        found.sort(Comparator.comparing(Pair::name));
        List<N1qlValue> pairs = new ArrayList<>();
        for (Pair pair : found) {
            pairs.add(
                    types
                            ? ObjectFunctions.typePair(pair.name, pair.value)
                            : ObjectFunctions.pair(pair.name, pair.value));
        }
        return N1qlValues.array(pairs);
    }

    private record Pair(String name, N1qlValue value) {}

    /**
     * Gathers values with their paths, or with the names of their fields.
     *
     * @param composites whether arrays and objects count, too
     */
    private record PairCollector(
            boolean composites, boolean forIndex, boolean byField, Predicate<String> wanted, List<Pair> found) {
        void add(String path, String field, N1qlValue value) {
            if (value instanceof N1qlArray array) {
                int index = 0;
                for (N1qlValue element : array) {
                    String place = forIndex ? "[]" : "[" + index++ + "]";
                    composite(path + place, field + place, element);
                    add(path + place, "", element);
                }
            } else if (value instanceof N1qlObject object) {
                String prefix = path.isEmpty() ? "" : path + ".";
                byName(object).forEach((name, inner) -> {
                    String innerPath = prefix + quoted(name, forIndex);
                    composite(innerPath, name, inner);
                    add(innerPath, name, inner);
                });
            } else if (wanted.test(path)) {
                found.add(new Pair(byField ? field : path, value));
            }
        }

        private void composite(String path, String field, N1qlValue value) {
            boolean isComposite = value instanceof N1qlArray || value instanceof N1qlObject;
            if (composites && isComposite && wanted.test(path)) {
                found.add(new Pair(byField ? field : path, value));
            }
        }
    }

    private static N1qlValue filtered(N1qlValue value, Options options, Predicate<String> wanted) {
        N1qlValue left = new FieldFilter(options.flag("composites", true), options.flag("arraysubscript", true), wanted)
                .left("", value, false);
        return left == null ? N1qlValues.NULL : left;
    }

    /**
     * Leaves the fields that are wanted.
     *
     * @param composites whether a field that is wanted stays with all that is in it
     */
    private record FieldFilter(boolean composites, boolean subscripts, Predicate<String> wanted) {
        @Nullable
        N1qlValue left(String path, N1qlValue value, boolean belowArray) {
            if (value instanceof N1qlArray array) {
                List<N1qlValue> elements = new ArrayList<>();
                int index = 0;
                for (N1qlValue element : array) {
                    N1qlValue left = left(subscripts ? path + "[" + index++ + "]" : path, element, !subscripts);
                    if (left != null) {
                        elements.add(left);
                    }
                }
                return elements.isEmpty() ? null : N1qlValues.array(elements);
            }
            if (value instanceof N1qlObject object) {
                return ofFields(path, object, belowArray);
            }
            return !composites && wanted.test(path) ? value : null;
        }

        private @Nullable N1qlValue ofFields(String path, N1qlObject object, boolean belowArray) {
            String prefix = path.isEmpty() ? "" : path + (belowArray ? "[*]." : ".");
            SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
            object.toMap().forEach((name, field) -> {
                String inner = prefix + quoted(name, false);
                N1qlValue left = composites && wanted.test(inner) ? field : left(inner, field, false);
                if (left != null) {
                    fields.put(name, left);
                }
            });
            return fields.isEmpty() ? null : N1qlValues.object(fields);
        }
    }
}
