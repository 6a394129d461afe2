package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.face.cosmos.language.value.CompactJson;
import dev.mayfly.face.cosmos.language.value.Kind;
import dev.mayfly.face.cosmos.language.value.NumberValue;
import dev.mayfly.face.cosmos.language.value.ObjectValue;
import dev.mayfly.face.cosmos.language.value.StringValue;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** What makes a value of one type out of one of another. */
final class ConversionFunctions {
    private static final int DOCUMENT_RID_BYTES = 16;

    private ConversionFunctions() {}

    static void addTo(FunctionTable table) {
        table.one("ToString", ConversionFunctions::toText);
        table.string("StringToArray", text -> parsed(text, Kind.ARRAY));
        table.string("StringToBoolean", text -> parsed(text, Kind.BOOLEAN));
        table.string("StringToNull", text -> parsed(text, Kind.NULL));
        table.string("StringToNumber", ConversionFunctions::toNumber);
        table.string("StringToObject", text -> parsed(text, Kind.OBJECT));
        table.one("DocumentId", ConversionFunctions::documentId);
    }

    private static Value toText(Value value) {
        if (value.isUndefined() || value instanceof StringValue) {
            return value;
        }
        String text = CompactJson.of(value);
        Bounds.requireCharacters(text.length());
        return Values.of(text);
    }

    /** What the text says in JSON, when that is of this type. */
    private static Value parsed(String text, Kind kind) {
        try {
            Value value = Values.parse(text.getBytes(StandardCharsets.UTF_8));
            return value.kind() == kind ? value : Values.UNDEFINED;
        } catch (MalformedDocumentException _) {
            return Values.UNDEFINED;
        }
    }

    private static Value toNumber(String text) {
        if (!(parsed(text, Kind.NUMBER) instanceof NumberValue number)) {
            return Values.UNDEFINED;
        }
        // Computed, so it forgets how it was written.
        return number.isLong() ? Values.of(number.longValue()) : Values.of(number.doubleValue());
    }

    /** The number of an item in its container, which is the second half of its {@code _rid}. */
    private static Value documentId(Value value) {
        if (!(value instanceof ObjectValue item) || !(item.field("_rid") instanceof StringValue rid)) {
            return Values.UNDEFINED;
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(rid.stringValue().replace('-', '/'));
            return bytes.length == DOCUMENT_RID_BYTES ? Values.of(littleEndian(bytes)) : Values.UNDEFINED;
        } catch (IllegalArgumentException _) {
            return Values.UNDEFINED;
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
