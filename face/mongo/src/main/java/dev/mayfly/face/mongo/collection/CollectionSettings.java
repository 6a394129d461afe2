package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.CatalogCodec;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.CollationSpec;
import org.bson.BsonDocument;

/** What this face keeps of a collection: beside its identity, the options with which it was made. */
public final class CollectionSettings {
    private static final String OPTIONS = "options";
    private static final BsonDocument NONE = new BsonDocument();

    private CollectionSettings() {}

    /** The options as they are listed. */
    public static BsonDocument options(CollectionRecord record) {
        View options = BsonView.of(record.options()).field(OPTIONS);
        return options == null ? NONE.clone() : options.toBsonValue().asDocument();
    }

    /** What the engine keeps of these options. */
    static byte[] encoded(BsonDocument identity, BsonDocument options) {
        return CatalogCodec.encode(options.isEmpty() ? identity : identity.append(OPTIONS, options));
    }

    /** How texts compare where a command does not say. On the path of every query, hence without a tree. */
    public static Collation collation(CollectionRecord record) {
        View options = BsonView.of(record.options()).field(OPTIONS);
        View collation = options == null ? null : options.field("collation");
        return collation == null
                ? Collation.SIMPLE
                : CollationSpec.parse(collation.toBsonValue().asDocument());
    }
}
