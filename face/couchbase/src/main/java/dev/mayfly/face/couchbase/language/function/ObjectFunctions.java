package dev.mayfly.face.couchbase.language.function;

import com.google.re2j.Pattern;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.Comparison;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/** Functions of objects, NULL of all else. What lists fields lists them by their names. */
final class ObjectFunctions {
    private ObjectFunctions() {}

    static void addTo(FunctionTable table) {
        table.object("OBJECT_LENGTH", object -> Values.of(object.size()));
        table.object("OBJECT_NAMES", object -> listed(object, (name, _) -> Values.of(name)));
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
        table.add("OBJECT_REMOVE", 2, Definition.ANY, ObjectFunctions::remove);
        table.add("OBJECT_CONCAT", 2, Definition.ANY, arguments -> concat(arguments, false));
        table.add("OBJECT_CONCAT2", 2, Definition.ANY, arguments -> concat(arguments, true));
        table.add("OBJECT_RENAME", 3, 3, ObjectFunctions::rename);
        table.any("OBJECT_REPLACE", 3, 3, ObjectFunctions::replace);
        table.two("OBJECT_FIELD", ObjectFunctions::field);
    }

    @FunctionalInterface
    private interface OfField {
        Value of(String name, Value value);
    }

    private static Value listed(ObjectValue object, OfField function) {
        List<Value> all = new ArrayList<>();
        new TreeMap<>(object.toMap()).forEach((name, value) -> all.add(function.of(name, value)));
        return Values.array(all);
    }

    static Value pair(String name, Value value) {
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        fields.put("name", Values.of(name));
        fields.put("val", value);
        return Values.object(fields);
    }

    /** With the types of the fields for their values, if the options ask for that. */
    private static Value pairs(Value[] arguments) {
        if (!(arguments[0] instanceof ObjectValue object)
                || arguments.length == 2 && !(arguments[1] instanceof ObjectValue)) {
            return Values.NULL;
        }
        boolean types = arguments.length == 2
                && arguments[1] instanceof ObjectValue options
                && new Options(options).flag("types", false);
        return listed(object, types ? ObjectFunctions::typePair : ObjectFunctions::pair);
    }

    static Value typePair(String name, Value value) {
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        fields.put("name", Values.of(name));
        fields.put("type", Values.of(value.kind().typeName()));
        return Values.object(fields);
    }

    /** The object with each array of one element opened, unless it has no other field. */
    private static ObjectValue inner(ObjectValue object) {
        SequencedMap<String, Value> fields = object.toMap();
        if (fields.size() != 1) {
            fields.replaceAll(
                    (_, value) -> value instanceof ArrayValue array && array.size() == 1 ? array.element(0) : value);
        }
        return Values.object(fields);
    }

    private static Value nestedTypes(Value value) {
        if (value instanceof ObjectValue object) {
            SequencedMap<String, Value> types = object.toMap();
            types.replaceAll((_, field) -> nestedTypes(field));
            return Values.object(types);
        }
        if (value instanceof ArrayValue array) {
            List<Value> types = new ArrayList<>();
            array.forEach(element -> types.add(nestedTypes(element)));
            return Values.array(types);
        }
        return Values.of(value.kind().typeName());
    }

    /** Fields whose names lie in a range or match a pattern, or all. */
    private static Value extract(Value[] arguments) {
        if (!(arguments[0] instanceof ObjectValue object)
                || arguments.length == 2 && !(arguments[1] instanceof ObjectValue)) {
            return Values.NULL;
        }
        Value options = arguments.length == 2 ? arguments[1] : Values.EMPTY_OBJECT;
        String from = options.field("min") instanceof StringValue text ? text.stringValue() : "";
        String until = options.field("max") instanceof StringValue text ? text.stringValue() : "";
        boolean byRange = !from.isEmpty() || !until.isEmpty();
        Pattern pattern = !byRange && options.field("pattern") instanceof StringValue text
                ? CompiledPattern.compile(text.stringValue())
                : null;
        List<Value> pairs = new ArrayList<>();
        new TreeMap<>(object.toMap()).forEach((name, value) -> {
            boolean inRange = from.compareTo(name) <= 0 && (until.isEmpty() || until.compareTo(name) > 0);
            if (inRange && (pattern == null || pattern.matcher(name).find())) {
                pairs.add(pair(name, value));
            }
        });
        return pairs.isEmpty() ? Values.NULL : Values.array(pairs);
    }

    private static Value types(ObjectValue object) {
        SequencedMap<String, Value> types = object.toMap();
        types.replaceAll((_, value) -> Values.of(value.kind().typeName()));
        return Values.object(types);
    }

    private static Value unwrap(ObjectValue object) {
        SequencedMap<String, Value> fields = object.toMap();
        return fields.size() == 1 ? fields.firstEntry().getValue() : Values.NULL;
    }

    private static Value changed(Value[] arguments, boolean onlyNew) {
        if (arguments[0].isMissing() || arguments[1].isMissing()) {
            return Values.MISSING;
        }
        if (!(arguments[0] instanceof ObjectValue object) || !(arguments[1] instanceof StringValue name)) {
            return Values.NULL;
        }
        SequencedMap<String, Value> fields = object.toMap();
        boolean there = fields.containsKey(name.stringValue());
        if (there && onlyNew || arguments[2].isMissing() && onlyNew) {
            return object;
        }
        if (arguments[2].isMissing()) {
            fields.remove(name.stringValue());
        } else {
            fields.put(name.stringValue(), arguments[2]);
        }
        return Values.object(fields);
    }

    private static Value remove(Value[] arguments) {
        if (!(arguments[0] instanceof ObjectValue object)) {
            return Values.NULL;
        }
        SequencedMap<String, Value> fields = object.toMap();
        for (int i = 1; i < arguments.length; i++) {
            if (!(arguments[i] instanceof StringValue name)) {
                return Values.NULL;
            }
            fields.remove(name.stringValue());
        }
        return Values.object(fields);
    }

    /** Of two fields of one name the later counts. An array behind the first may stand for the objects in it. */
    private static Value concat(Value[] arguments, boolean arrays) {
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i++) {
            boolean opened = arrays && i > 0;
            Iterable<Value> inside = opened && arguments[i] instanceof ArrayValue array ? array : List.of(arguments[i]);
            for (Value each : inside) {
                if (!(each instanceof ObjectValue object)) {
                    return Values.NULL;
                }
                fields.putAll(object.toMap());
            }
        }
        return Values.object(fields);
    }

    private static Value rename(Value[] arguments) {
        if (!(arguments[0] instanceof ObjectValue object)
                || !(arguments[1] instanceof StringValue from)
                || !(arguments[2] instanceof StringValue to)) {
            return Values.NULL;
        }
        Value renamed = object.field(from.stringValue());
        if (renamed.isMissing()) {
            return object;
        }
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        for (Map.Entry<String, Value> field : object.toMap().entrySet()) {
            if (field.getKey().equals(from.stringValue())) {
                fields.put(to.stringValue(), renamed);
            } else if (!field.getKey().equals(to.stringValue())) {
                fields.put(field.getKey(), field.getValue());
            }
        }
        return Values.object(fields);
    }

    private static Value replace(Value[] arguments) {
        if (arguments[0].isMissing() || arguments[1].isMissing()) {
            return Values.MISSING;
        }
        if (!(arguments[0] instanceof ObjectValue object) || arguments[1].isNull()) {
            return Values.NULL;
        }
        SequencedMap<String, Value> fields = object.toMap();
        fields.replaceAll((_, value) -> Comparison.equal(value, arguments[1]).truth() ? arguments[2] : value);
        return Values.object(fields);
    }

    /** The field at a path such as {@code a.b[0]}. */
    private static Value field(Value object, Value path) {
        if (!(object instanceof ObjectValue) || !(path instanceof StringValue text)) {
            return Values.NULL;
        }
        return at(object, text.stringValue());
    }

    /** What stands at a path such as {@code a.b[0]}. */
    static Value at(Value object, String path) {
        Value at = object;
        for (String step : path.split("\\.", -1)) {
            int bracket = step.indexOf('[');
            String name = bracket < 0 ? step : step.substring(0, bracket);
            at = at.field(name.replace("`", ""));
            while (bracket >= 0) {
                int end = step.indexOf(']', bracket);
                Value index = end < 0 ? Values.NULL : Numerals.parse(step.substring(bracket + 1, end));
                at = FunctionTable.isLong(index) ? at.element(FunctionTable.longOf(index)) : Values.MISSING;
                bracket = end < 0 ? -1 : step.indexOf('[', end);
            }
        }
        return at;
    }
}
