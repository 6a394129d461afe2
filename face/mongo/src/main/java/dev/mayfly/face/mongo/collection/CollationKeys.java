package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.CollationSpec;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sees that the keys of texts in indexes are those that this process makes. */
final class CollationKeys {
    /*
     * ICU's keys differ from release to release, and so do those of the implementation used before ICU. An index
     * records what its keys were made with. An index that records another version, or none, is rebuilt before any query
     * can use it; only after that does it record the new version, so that a process that ends in between starts over.
     */
    private static final Logger LOG = LoggerFactory.getLogger(CollationKeys.class);

    /** The version of the collation keys of an index; internal to the server. */
    static final String FIELD = "collationKeys";

    private CollationKeys() {}

    /** Returns the options to store for an index that is built now. */
    static BsonDocument marked(BsonDocument options) {
        BsonDocument collation = options.getDocument("collation", new BsonDocument());
        return collation.isEmpty()
                ? options
                : options.append(
                        FIELD, new BsonString(CollationSpec.kept(collation).keyVersion()));
    }

    /** Brings the indexes of a collection up to date. */
    static void refresh(Collection collection) {
        for (IndexDefinition index : collection.record().indexes()) {
            if (index.hasEntries() && isOutdated(index)) {
                LOG.info(
                        "{}: index {} is built again, with the collation's keys of now",
                        collection.name(),
                        index.name());
                rebuild(collection, index.name());
            }
        }
        Collation collation = CollectionSettings.collation(collection.record());
        boolean isPlain = !ViewDefinition.isView(collection.record()) && TimeSeries.of(collection.record()) == null;
        if (!collation.isSimple() && isPlain && !IdIndex.isKept(collection.record())) {
            addIdIndex(collection, collation);
        }
    }

    private static boolean isOutdated(IndexDefinition index) {
        Collation collation = IndexListing.collation(index);
        View version = BsonView.of(index.options()).field(FIELD);
        return !collation.isSimple()
                && (version == null || !version.stringValue().equals(collation.keyVersion()));
    }

    private static void rebuild(Collection collection, String index) {
        try {
            collection.definition().rebuildIndex(index, CollationKeys::remarked);
        } catch (EngineException failure) {
            requireDuplicate(failure);
            LOG.warn(
                    "{}: index {} holds documents that are equal by now, and is unique no longer",
                    collection.name(),
                    index);
            collection.definition().alterIndex(index, CollationKeys::notUnique);
            collection.definition().rebuildIndex(index, CollationKeys::remarked);
        }
    }

    /** Collections created earlier have none; their documents stay, even if two ids are equal. */
    private static void addIdIndex(Collection collection, Collation collation) {
        try {
            collection.definition().createIndex(IdIndex.request(collation, true));
        } catch (EngineException failure) {
            requireDuplicate(failure);
            LOG.warn("{}: holds ids that its collation holds equal, and goes on to take them", collection.name());
            collection.definition().createIndex(IdIndex.request(collation, false));
        }
    }

    private static void requireDuplicate(EngineException failure) {
        if (!(failure.error() instanceof EngineError.DuplicateValue)) {
            throw failure;
        }
    }

    private static IndexDefinition remarked(IndexDefinition index) {
        return index.withOptions(BsonEncoding.encode(marked(BsonEncoding.decode(index.options()))));
    }

    private static IndexDefinition notUnique(IndexDefinition index) {
        BsonDocument options = BsonEncoding.decode(index.options());
        options.remove("unique");
        return index.withUnique(false).withOptions(BsonEncoding.encode(options));
    }
}
