package dev.mayfly.face.mongo.language.value;

import dev.mayfly.face.mongo.language.ShellText;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Parts of documents as Mongo's messages show them. */
public final class BsonText {
    private BsonText() {}

    public static String of(@Nullable BsonValue value) {
        return value == null ? "MISSING" : ShellText.of(value);
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
