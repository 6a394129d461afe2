package dev.mayfly.face.mongo.language.update;

import dev.mayfly.base.document.BsonView;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** The position of an update in a document while it is applied. */
final class Place {
    private final @Nullable Place parent;
    private final String name;
    private final Supplier<BsonDocument> document;
    private final UpdateContext context;

    private Place(@Nullable Place parent, String name, Supplier<BsonDocument> document, UpdateContext context) {
        this.parent = parent;
        this.name = name;
        this.document = document;
        this.context = context;
    }

    static Place root(BsonDocument document, UpdateContext context) {
        return new Place(null, "", () -> document, context);
    }

    /** The root of a document that becomes a tree if any modifier asks for the whole. */
    static Place root(BsonView document, UpdateContext context) {
        return new Place(null, "", () -> document.toBsonValue().asDocument(), context);
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
        return document.get();
    }

    UpdateContext context() {
        return context;
    }
}
