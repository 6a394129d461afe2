package dev.mayfly.face.couchbase.language.function;

import com.google.re2j.Pattern;
import dev.mayfly.base.query.SteppedText;
import dev.mayfly.base.sql.FunctionTable;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlComparison;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/** Functions of objects, NULL of all else. Functions that list fields list them by their names. */
final class ObjectFunctions {
    private ObjectFunctions() {}

    static void addTo(N1qlFunctionTable table) {
        table.object("OBJECT_LENGTH", object -> N1qlValues.of(object.size()));
        table.object("OBJECT_NAMES", object -> listed(object, (name, _) -> N1qlValues.of(name)));
        table.object("OBJECT_VALUES", object -> listed(object, (_, value) -> value));
        table.add("OBJECT_PAIRS", 1, 2, ObjectFunctions::pairs);
        table.object("OBJECT_INNER_VALUES", object -> listed(inner(object), (_, value) -> value));
        table.object("OBJECT_INNER_PAIRS", object -> listed(inner(object), ObjectFunctions::pair));
        table.alias("OBJECT_INNERVALUES", "OBJECT_INNER_VALUES");
        table.alias("OBJECT_INNERPAIRS", "OBJECT_INNER_PAIRS");
        for (String word : List.of("VALUES", "PAIRS")) {
            table.alias("OBJECT_OUTER_" + word, "OBJECT_" + word);
            table.alias("OBJECT_OUTER" + word, "OBJECT_" + word);
        }
        table.object("OBJECT_TYPES", ObjectFunctions::types);
        table.object("OBJECT_TYPES_NESTED", ObjectFunctions::nestedTypes);
        table.add("OBJECT_EXTRACT", 1, 2, ObjectFunctions::extract);
        table.object("OBJECT_UNWRAP", ObjectFunctions::unwrap);
        table.any("OBJECT_ADD", 3, 3, arguments -> changed(arguments, true));
        table.any("OBJECT_PUT", 3, 3, arguments -> changed(arguments, false));
        table.add("OBJECT_REMOVE", 2, FunctionTable.ANY, ObjectFunctions::remove);
        table.add("OBJECT_CONCAT", 2, FunctionTable.ANY, arguments -> concat(arguments, false));
        table.add("OBJECT_CONCAT2", 2, FunctionTable.ANY, arguments -> concat(arguments, true));
        table.add("OBJECT_RENAME", 3, 3, ObjectFunctions::rename);
        table.any("OBJECT_REPLACE", 3, 3, ObjectFunctions::replace);
        table.two("OBJECT_FIELD", ObjectFunctions::field);
        table.any("FIELD", 2, 2, arguments -> member(arguments[0], arguments[1]));
    }

    @FunctionalInterface
    private interface OfField {
        N1qlValue of(String name, N1qlValue value);
    }

    private static N1qlValue listed(N1qlObject object, OfField function) {
        List<N1qlValue> all = new ArrayList<>();
        new TreeMap<>(object.toMap()).forEach((name, value) -> all.add(function.of(name, value)));
        return N1qlValues.array(all);
    }

    static N1qlValue pair(String name, N1qlValue value) {
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        fields.put("name", N1qlValues.of(name));
        fields.put("val", value);
        return N1qlValues.object(fields);
    }

    /** With the types of the fields for their values, if the options ask for that. */
    private static N1qlValue pairs(N1qlValue[] arguments) {
        if (!(arguments[0] instanceof N1qlObject object)
                || arguments.length == 2 && !(arguments[1] instanceof N1qlObject)) {
            return N1qlValues.NULL;
        }
        boolean types = arguments.length == 2
                && arguments[1] instanceof N1qlObject options
                && new Options(options).flag("types", false);
        return listed(object, types ? ObjectFunctions::typePair : ObjectFunctions::pair);
    }

    static N1qlValue typePair(String name, N1qlValue value) {
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        fields.put("name", N1qlValues.of(name));
        fields.put("type", N1qlValues.of(value.kind().typeName()));
        return N1qlValues.object(fields);
    }

    /** The object with each array of one element opened, unless it has no other field. */
    private static N1qlObject inner(N1qlObject object) {
        SequencedMap<String, N1qlValue> fields = object.toMap();
        if (fields.size() != 1) {
            fields.replaceAll(
                    (_, value) -> value instanceof N1qlArray array && array.size() == 1 ? array.element(0) : value);
        }
        return N1qlValues.object(fields);
    }

    private static N1qlValue nestedTypes(N1qlValue value) {
        if (value instanceof N1qlObject object) {
            SequencedMap<String, N1qlValue> types = object.toMap();
            types.replaceAll((_, field) -> nestedTypes(field));
            return N1qlValues.object(types);
        }
        if (value instanceof N1qlArray array) {
            List<N1qlValue> types = new ArrayList<>();
            array.forEach(element -> types.add(nestedTypes(element)));
            return N1qlValues.array(types);
        }
        return N1qlValues.of(value.kind().typeName());
    }

    /** Fields whose names lie in a range or match a pattern, or all. */
    private static N1qlValue extract(N1qlValue[] arguments) {
        if (!(arguments[0] instanceof N1qlObject object)
                || arguments.length == 2 && !(arguments[1] instanceof N1qlObject)) {
            return N1qlValues.NULL;
        }
        N1qlValue options = arguments.length == 2 ? arguments[1] : N1qlValues.EMPTY_OBJECT;
        String from = options.field("min") instanceof N1qlString text ? text.stringValue() : "";
        String until = options.field("max") instanceof N1qlString text ? text.stringValue() : "";
        boolean byRange = !from.isEmpty() || !until.isEmpty();
        Pattern pattern = !byRange && options.field("pattern") instanceof N1qlString text
                ? CompiledPattern.compile(text.stringValue())
                : null;
        List<N1qlValue> pairs = new ArrayList<>();
        new TreeMap<>(object.toMap()).forEach((name, value) -> {
            boolean inRange = from.compareTo(name) <= 0 && (until.isEmpty() || until.compareTo(name) > 0);
            if (inRange
                    && (pattern == null
                            || pattern.matcher(new SteppedText(name)).find())) {
                pairs.add(pair(name, value));
            }
        });
        return pairs.isEmpty() ? N1qlValues.NULL : N1qlValues.array(pairs);
    }

    private static N1qlValue types(N1qlObject object) {
        SequencedMap<String, N1qlValue> types = object.toMap();
        types.replaceAll((_, value) -> N1qlValues.of(value.kind().typeName()));
        return N1qlValues.object(types);
    }

    private static N1qlValue unwrap(N1qlObject object) {
        SequencedMap<String, N1qlValue> fields = object.toMap();
        return fields.size() == 1 ? fields.firstEntry().getValue() : N1qlValues.NULL;
    }

    private static N1qlValue changed(N1qlValue[] arguments, boolean onlyNew) {
        if (arguments[0].isMissing() || arguments[1].isMissing()) {
            return N1qlValues.MISSING;
        }
        if (!(arguments[0] instanceof N1qlObject object) || !(arguments[1] instanceof N1qlString name)) {
            return N1qlValues.NULL;
        }
        SequencedMap<String, N1qlValue> fields = object.toMap();
        boolean there = fields.containsKey(name.stringValue());
        if (there && onlyNew || arguments[2].isMissing() && onlyNew) {
            return object;
        }
        if (arguments[2].isMissing()) {
            fields.remove(name.stringValue());
        } else {
            fields.put(name.stringValue(), arguments[2]);
        }
        return N1qlValues.object(fields);
    }

    private static N1qlValue remove(N1qlValue[] arguments) {
        if (!(arguments[0] instanceof N1qlObject object)) {
            return N1qlValues.NULL;
        }
        SequencedMap<String, N1qlValue> fields = object.toMap();
        for (int i = 1; i < arguments.length; i++) {
            if (!(arguments[i] instanceof N1qlString name)) {
                return N1qlValues.NULL;
            }
            fields.remove(name.stringValue());
        }
        return N1qlValues.object(fields);
    }

    /**
     * Concatenates objects; of two fields of one name the later counts. An array after the first argument may stand for
     * the objects in it.
     */
    private static N1qlValue concat(N1qlValue[] arguments, boolean arrays) {
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i++) {
            boolean opened = arrays && i > 0;
            Iterable<N1qlValue> inside =
                    opened && arguments[i] instanceof N1qlArray array ? array : List.of(arguments[i]);
            for (N1qlValue each : inside) {
                if (!(each instanceof N1qlObject object)) {
                    return N1qlValues.NULL;
                }
                fields.putAll(object.toMap());
            }
        }
        return N1qlValues.object(fields);
    }

    private static N1qlValue rename(N1qlValue[] arguments) {
        if (!(arguments[0] instanceof N1qlObject object)
                || !(arguments[1] instanceof N1qlString from)
                || !(arguments[2] instanceof N1qlString to)) {
            return N1qlValues.NULL;
        }
        N1qlValue renamed = object.field(from.stringValue());
        if (renamed.isMissing()) {
            return object;
        }
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        for (Map.Entry<String, N1qlValue> field : object.toMap().entrySet()) {
            if (field.getKey().equals(from.stringValue())) {
                fields.put(to.stringValue(), renamed);
            } else if (!field.getKey().equals(to.stringValue())) {
                fields.put(field.getKey(), field.getValue());
            }
        }
        return N1qlValues.object(fields);
    }

    private static N1qlValue replace(N1qlValue[] arguments) {
        if (arguments[0].isMissing() || arguments[1].isMissing()) {
            return N1qlValues.MISSING;
        }
        if (!(arguments[0] instanceof N1qlObject object) || arguments[1].isNull()) {
            return N1qlValues.NULL;
        }
        SequencedMap<String, N1qlValue> fields = object.toMap();
        fields.replaceAll(
                (_, value) -> N1qlComparison.equal(value, arguments[1]).truth() ? arguments[2] : value);
        return N1qlValues.object(fields);
    }

    /** Returns a field as the dot operator finds it. */
    private static N1qlValue member(N1qlValue object, N1qlValue name) {
        if (name instanceof N1qlString text) {
            return object.field(text.stringValue());
        }
        return object.isMissing() || name.isMissing() ? N1qlValues.MISSING : N1qlValues.NULL;
    }

    /** The field at a path such as {@code a.b[0]}. */
    private static N1qlValue field(N1qlValue object, N1qlValue path) {
        if (!(object instanceof N1qlObject) || !(path instanceof N1qlString text)) {
            return N1qlValues.NULL;
        }
        return at(object, text.stringValue());
    }

    /** A field by a step of a path; one between grave accents with an i behind them is found in any case. */
    private static N1qlValue named(N1qlValue of, String step) {
        String name = step.replace("`", "");
        if (!step.startsWith("`") || !step.endsWith("`i") || !(of instanceof N1qlObject object)) {
            return of.field(name);
        }
        String wanted = name.substring(0, name.length() - 1);
        N1qlValue exact = of.field(wanted);
        if (!exact.isMissing()) {
            return exact;
        }
        for (Map.Entry<String, N1qlValue> each : object.toMap().entrySet()) {
            if (each.getKey().equalsIgnoreCase(wanted)) {
                return each.getValue();
            }
        }
        return N1qlValues.MISSING;
    }

    /** Returns the value at a path such as {@code a.b[0]}. */
    static N1qlValue at(N1qlValue object, String path) {
        N1qlValue at = object;
        for (String step : path.split("\\.", -1)) {
            int bracket = step.indexOf('[');
            String name = bracket < 0 ? step : step.substring(0, bracket);
            at = named(at, name);
            while (bracket >= 0) {
                int end = step.indexOf(']', bracket);
                N1qlValue index = end < 0 ? N1qlValues.NULL : Numerals.parse(step.substring(bracket + 1, end));
                at = N1qlFunctionTable.isLong(index) ? at.element(N1qlFunctionTable.longOf(index)) : N1qlValues.MISSING;
                bracket = end < 0 ? -1 : step.indexOf('[', end);
            }
        }
        return at;
    }
}
