package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.face.cosmos.language.value.Kind;
import dev.mayfly.face.cosmos.language.value.NumberValue;
import dev.mayfly.face.cosmos.language.value.StringValue;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;

/** What a value is. These say false of undefined, never undefined. */
final class TypeFunctions {
    private TypeFunctions() {}

    static void addTo(FunctionTable table) {
        table.one("IS_ARRAY", value -> Values.of(value.kind() == Kind.ARRAY));
        table.one("IS_BOOL", value -> Values.of(value.kind() == Kind.BOOLEAN));
        table.one("IS_DEFINED", value -> Values.of(!value.isUndefined()));
        table.one("IS_NULL", value -> Values.of(value.kind() == Kind.NULL));
        table.one("IS_NUMBER", value -> Values.of(value.kind() == Kind.NUMBER));
        table.one("IS_OBJECT", value -> Values.of(value.kind() == Kind.OBJECT));
        table.one("IS_STRING", value -> Values.of(value.kind() == Kind.STRING));
        table.one("IS_PRIMITIVE", value -> Values.of(isPrimitive(value)));
        table.one("IS_INTEGER", value -> Values.of(FunctionTable.isLong(value)));
        table.one(
                "IS_FINITE_NUMBER",
                value -> Values.of(value instanceof NumberValue number && Double.isFinite(number.doubleValue())));
        table.one(
                "IS_DATETIME",
                value -> Values.of(value instanceof StringValue text
                        && DateTimes.parse(text.stringValue()).isPresent()));
        table.add("IIF", 3, 3, arguments -> arguments[0].isTrue() ? arguments[1] : arguments[2]);
    }

    static boolean isPrimitive(Value value) {
        return switch (value.kind()) {
            case NULL, BOOLEAN, NUMBER, STRING -> true;
            case UNDEFINED, ARRAY, OBJECT -> false;
        };
    }
}
