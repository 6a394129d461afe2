package dev.mayfly.face.mongo.language.aggregation.stage;

import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Fields inside documents inside documents, without looking into arrays. Changes are made to copies. */
public final class NestedFields {
    private NestedFields() {}

    public static @Nullable BsonValue get(BsonDocument document, String[] path) {
        BsonValue value = document;
        for (String name : path) {
            BsonValue next = value.isDocument() ? value.asDocument().get(name) : null;
            if (next == null) {
                return null;
            }
            value = next;
        }
        return value;
    }

    public static BsonDocument with(BsonDocument document, String[] path, BsonValue value) {
        return with(document, path, 0, value);
    }

    private static BsonDocument with(BsonDocument document, String[] path, int at, BsonValue value) {
        BsonDocument copy = new BsonDocument(document.size() + 1);
        copy.putAll(document);
        if (at == path.length - 1) {
            copy.put(path[at], value);
            return copy;
        }
        BsonValue child = document.get(path[at]);
        BsonDocument below = child != null && child.isDocument() ? child.asDocument() : new BsonDocument();
        copy.put(path[at], with(below, path, at + 1, value));
        return copy;
    }

    public static BsonDocument without(BsonDocument document, String[] path) {
        return without(document, path, 0);
    }

    private static BsonDocument without(BsonDocument document, String[] path, int at) {
        BsonValue child = document.get(path[at]);
        if (child == null) {
            return document;
        }
        BsonDocument copy = new BsonDocument(document.size());
        copy.putAll(document);
        if (at == path.length - 1) {
            copy.remove(path[at]);
        } else if (child.isDocument()) {
            copy.put(path[at], without(child.asDocument(), path, at + 1));
        }
        return copy;
    }
}
