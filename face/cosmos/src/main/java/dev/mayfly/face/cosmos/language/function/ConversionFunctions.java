package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.face.cosmos.language.value.CompactJson;
import dev.mayfly.face.cosmos.language.value.SqlKind;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlObject;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The functions that convert a value to another type. */
final class ConversionFunctions {
    private static final int DOCUMENT_RID_BYTES = 16;

    private ConversionFunctions() {}

    static void addTo(SqlFunctionTable table) {
        table.one("ToString", ConversionFunctions::toText);
        table.string("StringToArray", text -> parsed(text, SqlKind.ARRAY));
        table.string("StringToBoolean", text -> parsed(text, SqlKind.BOOLEAN));
        table.string("StringToNull", text -> parsed(text, SqlKind.NULL));
        table.string("StringToNumber", ConversionFunctions::toNumber);
        table.string("StringToObject", text -> parsed(text, SqlKind.OBJECT));
        table.one("DocumentId", ConversionFunctions::documentId);
    }

    private static SqlValue toText(SqlValue value) {
        if (value.isUndefined() || value instanceof SqlString) {
            return value;
        }
        String text = CompactJson.of(value);
        Bounds.requireCharacters(text.length());
        return SqlValues.of(text);
    }

    /** Parses the text as JSON; returns undefined unless the value is of this type. */
    private static SqlValue parsed(String text, SqlKind kind) {
        try {
            SqlValue value = SqlValues.parse(text.getBytes(StandardCharsets.UTF_8));
            return value.kind() == kind ? value : SqlValues.UNDEFINED;
        } catch (MalformedDocumentException _) {
            return SqlValues.UNDEFINED;
        }
    }

    private static SqlValue toNumber(String text) {
        if (!(parsed(text, SqlKind.NUMBER) instanceof SqlNumber number)) {
            return SqlValues.UNDEFINED;
        }
        // A computed number does not keep its notation.
        return number.isLong() ? SqlValues.of(number.longValue()) : SqlValues.of(number.doubleValue());
    }

    /** The number of an item in its container, which is the second half of its {@code _rid}. */
    private static SqlValue documentId(SqlValue value) {
        if (!(value instanceof SqlObject item) || !(item.field("_rid") instanceof SqlString rid)) {
            return SqlValues.UNDEFINED;
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(rid.stringValue().replace('-', '/'));
            return bytes.length == DOCUMENT_RID_BYTES ? SqlValues.of(littleEndian(bytes)) : SqlValues.UNDEFINED;
        } catch (IllegalArgumentException _) {
            return SqlValues.UNDEFINED;
        }
    }

    private static long littleEndian(byte[] bytes) {
        long number = 0;
        for (int i = DOCUMENT_RID_BYTES - 1; i >= DOCUMENT_RID_BYTES / 2; i--) {
            number = number << 8 | bytes[i] & 0xFF;
        }
        return number;
    }
}
