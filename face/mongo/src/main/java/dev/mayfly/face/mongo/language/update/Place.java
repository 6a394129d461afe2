package dev.mayfly.face.mongo.language.update;

import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** The position of an update in a document while it is applied. */
final class Place {
    private final @Nullable Place parent;
    private final String name;
    private final BsonDocument document;
    private final UpdateContext context;

    private Place(@Nullable Place parent, String name, BsonDocument document, UpdateContext context) {
        this.parent = parent;
        this.name = name;
        this.document = document;
        this.context = context;
    }

    static Place root(BsonDocument document, UpdateContext context) {
        return new Place(null, "", document, context);
    }

    Place child(String name) {
        return new Place(this, name, document, context);
    }

    String name() {
        return name;
    }

    /** The dotted path from the root. */
    String path() {
        return parent == null || parent.parent == null ? name : parent.path() + "." + name;
    }

    /** The document before the update. */
    BsonDocument document() {
        return document;
    }

    UpdateContext context() {
        return context;
    }
}
