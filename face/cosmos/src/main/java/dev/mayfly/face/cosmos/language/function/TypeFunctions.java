package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.face.cosmos.language.value.SqlKind;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;

/** The functions that test the type of a value. They return false for undefined, never undefined. */
final class TypeFunctions {
    private TypeFunctions() {}

    static void addTo(SqlFunctionTable table) {
        table.one("IS_ARRAY", value -> SqlValues.of(value.kind() == SqlKind.ARRAY));
        table.one("IS_BOOL", value -> SqlValues.of(value.kind() == SqlKind.BOOLEAN));
        table.one("IS_DEFINED", value -> SqlValues.of(!value.isUndefined()));
        table.one("IS_NULL", value -> SqlValues.of(value.kind() == SqlKind.NULL));
        table.one("IS_NUMBER", value -> SqlValues.of(value.kind() == SqlKind.NUMBER));
        table.one("IS_OBJECT", value -> SqlValues.of(value.kind() == SqlKind.OBJECT));
        table.one("IS_STRING", value -> SqlValues.of(value.kind() == SqlKind.STRING));
        table.one("IS_PRIMITIVE", value -> SqlValues.of(isPrimitive(value)));
        table.one("IS_INTEGER", value -> SqlValues.of(SqlFunctionTable.isLong(value)));
        table.one(
                "IS_FINITE_NUMBER",
                value -> SqlValues.of(value instanceof SqlNumber number && Double.isFinite(number.doubleValue())));
        table.one(
                "IS_DATETIME",
                value -> SqlValues.of(value instanceof SqlString text
                        && DateTimes.parse(text.stringValue()).isPresent()));
        table.add("IIF", 3, 3, arguments -> arguments[0].isTrue() ? arguments[1] : arguments[2]);
    }

    static boolean isPrimitive(SqlValue value) {
        return switch (value.kind()) {
            case NULL, BOOLEAN, NUMBER, STRING -> true;
            case UNDEFINED, ARRAY, OBJECT -> false;
        };
    }
}
