package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.CollationSpec;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** The data this face stores about a collection: its identity and the options with which it was created. */
public final class CollectionSettings {
    private static final String OPTIONS = "options";
    private static final BsonDocument NONE = new BsonDocument();

    private static final String COLLATION = "collation";

    private CollectionSettings() {}

    /** The options as they are listed. */
    public static BsonDocument options(CollectionRecord record) {
        View options = BsonView.of(record.options()).field(OPTIONS);
        return options == null ? NONE.clone() : options.toBsonValue().asDocument();
    }

    /** Returns these options in the form that the engine stores. */
    static byte[] encoded(BsonDocument identity, BsonDocument options) {
        return BsonEncoding.encode(options.isEmpty() ? identity : identity.append(OPTIONS, options));
    }

    /** The options as they are listed, without a tree; null when there are none. */
    static @Nullable BsonView view(CollectionRecord record) {
        return BsonView.of(record.options()).field(OPTIONS);
    }

    /** The record's bytes with these options instead. */
    public static byte[] replaced(CollectionRecord record, BsonDocument options) {
        BsonDocument kept = BsonEncoding.decode(record.options());
        kept.remove(OPTIONS);
        return encoded(kept, options);
    }

    /** Returns the collation of a collection with these options. */
    static Collation collation(BsonDocument options) {
        return options.containsKey(COLLATION) ? CollationSpec.kept(options.getDocument(COLLATION)) : Collation.SIMPLE;
    }

    /**
     * Returns the collation that applies when a command names none. On the path of every query, hence without a tree.
     */
    public static Collation collation(CollectionRecord record) {
        View options = BsonView.of(record.options()).field(OPTIONS);
        View collation = options == null ? null : options.field(COLLATION);
        return collation == null
                ? Collation.SIMPLE
                : CollationSpec.kept(collation.toBsonValue().asDocument());
    }
}
