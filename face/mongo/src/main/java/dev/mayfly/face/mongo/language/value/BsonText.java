package dev.mayfly.face.mongo.language.value;

import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Parts of documents as Mongo's messages show them. */
public final class BsonText {
    /** A larger value is not shown. */
    private static final int SHOWN_BYTES_MAX = 64 << 10;

    private BsonText() {}

    public static String of(@Nullable BsonValue value) {
        if (value != null && BsonSize.certainlyExceeds(value, SHOWN_BYTES_MAX)) {
            return "a value of more than " + SHOWN_BYTES_MAX + " bytes";
        }
        return value == null ? "MISSING" : ShellText.of(value);
    }

    /** A number as C prints it into Mongo's messages: a double of a whole number has no point. */
    public static String number(BsonValue number) {
        if (!number.isDouble()) {
            return of(number);
        }
        return DoubleText.of(number.asDouble().getValue());
    }

    /** A field with its value, without braces: {@code a: 1}. */
    public static String field(String name, @Nullable BsonValue value) {
        return name + ": " + of(value);
    }

    /** The {@code _id} of a document as a field, or "no id". */
    public static String id(BsonDocument document) {
        BsonValue id = document.get("_id");
        return id == null ? "no id" : field("_id", id);
    }
}
