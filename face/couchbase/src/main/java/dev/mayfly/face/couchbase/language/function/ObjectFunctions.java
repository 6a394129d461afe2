package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.ArrayValue;
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
        table.object("OBJECT_PAIRS", object -> listed(object, ObjectFunctions::pair));
        table.object("OBJECT_INNER_VALUES", object -> listed(object, (_, value) -> value));
        table.object("OBJECT_INNER_PAIRS", object -> listed(object, ObjectFunctions::pair));
        table.alias("OBJECT_INNERVALUES", "OBJECT_INNER_VALUES");
        table.alias("OBJECT_INNERPAIRS", "OBJECT_INNER_PAIRS");
        for (String word : List.of("VALUES", "PAIRS")) {
            table.alias("OBJECT_OUTER_" + word, "OBJECT_" + word);
            table.alias("OBJECT_OUTER" + word, "OBJECT_" + word);
        }
        table.object("OBJECT_TYPES", ObjectFunctions::types);
        table.object("OBJECT_UNWRAP", ObjectFunctions::unwrap);
        table.any("OBJECT_ADD", 3, 3, arguments -> changed(arguments, true));
        table.any("OBJECT_PUT", 3, 3, arguments -> changed(arguments, false));
        table.add("OBJECT_REMOVE", 2, Definition.ANY, ObjectFunctions::remove);
        table.add("OBJECT_CONCAT", 2, Definition.ANY, ObjectFunctions::concat);
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

    /** Of two fields of one name the later counts. An array stands for the objects in it. */
    private static Value concat(Value[] arguments) {
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        for (Value argument : arguments) {
            Iterable<Value> inside = argument instanceof ArrayValue array ? array : List.of(argument);
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
        SequencedMap<String, Value> fields = new LinkedHashMap<>();
        for (Map.Entry<String, Value> field : object.toMap().entrySet()) {
            boolean renamed = field.getKey().equals(from.stringValue());
            fields.put(renamed ? to.stringValue() : field.getKey(), field.getValue());
        }
        return Values.object(fields);
    }

    private static Value replace(Value[] arguments) {
        if (arguments[0].isMissing() || arguments[1].isMissing()) {
            return Values.MISSING;
        }
        if (!(arguments[0] instanceof ObjectValue object)) {
            return Values.NULL;
        }
        SequencedMap<String, Value> fields = object.toMap();
        fields.replaceAll((_, value) -> value.equals(arguments[1]) ? arguments[2] : value);
        return Values.object(fields);
    }

    /** The field at a path such as {@code a.b[0]}. */
    private static Value field(Value object, Value path) {
        if (!(object instanceof ObjectValue) || !(path instanceof StringValue text)) {
            return Values.NULL;
        }
        Value at = object;
        for (String step : text.stringValue().split("\\.", -1)) {
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
