package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.View;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.CappedLimits;
import dev.mayfly.face.mongo.collection.CheckedIndexes;
import dev.mayfly.face.mongo.collection.HashedPaths;
import dev.mayfly.face.mongo.collection.Lifetimes;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.collection.NumberedPaths;
import dev.mayfly.face.mongo.collection.TimeSeries;
import dev.mayfly.face.mongo.collection.Validation;
import dev.mayfly.store.api.Durability;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A collection as one command writes it: what its options ask of documents is seen to here, as of the very record that
 * the write is committed by. Used by one thread.
 */
public final class WriteTarget {
    private static final Logger LOG = LoggerFactory.getLogger(WriteTarget.class);

    private final Collection collection;
    private final MongoCollections collections;
    private final boolean bypassesValidation;
    private final boolean ofCapped;
    private byte @Nullable [] seen;
    private @Nullable Validation validation;
    private @Nullable TimeSeries series;
    private CheckedIndexes checked = CheckedIndexes.NONE;
    private HashedPaths hashed = new HashedPaths(List.of());
    private NumberedPaths numbered = new NumberedPaths(List.of());
    private int generation;

    /** @param bypassesValidation whether documents may be other than the collection demands */
    public WriteTarget(Collection collection, MongoCollections collections, boolean bypassesValidation) {
        this.collection = collection;
        this.collections = collections;
        this.ofCapped = CappedLimits.of(collection.record()) != null;
        this.bypassesValidation = bypassesValidation;
    }

    Collection collection() {
        return collection;
    }

    /** Returns the lifetimes that documents request for themselves. */
    Lifetimes lifetimes() {
        return collections.lifetimes();
    }

    /**
     * Returns whether documents have an insertion order; a collection capped just now refuses this command's documents.
     */
    boolean isCapped() {
        return ofCapped;
    }

    /**
     * Writes a new document, in its turn and in place of the oldest where the collection is capped.
     *
     * @param kept the collection, as what the write comes to is kept with it
     */
    WriteOutcome insert(Collection kept, WriteRequest request, int bytes, Durability durability) {
        if (!ofCapped) {
            return kept.write(request.key(), durability, request.decider());
        }
        return collections.arrivals(collection).insert(kept, request, bytes, durability);
    }

    /** Refuses an update that the collection does not allow, whatever it finds. */
    void check(UpdateStatement statement) {
        TimeSeries timed = TimeSeries.of(collection.record());
        if (timed != null) {
            TimeSeriesUpdates.check(timed, statement);
        }
    }

    /**
     * Refuses a document that the collection does not allow.
     *
     * @param before what it replaces, or null
     * @throws WriteFailedException with what is wrong with it
     */
    void check(ReadView reading, View document, @Nullable View before) {
        if (before == null && ofCapped != (CappedLimits.of(reading.record()) != null)) {
            throw new WriteFailedException(
                    WriteFailure.of(new CommandError(MongoCode.WRITE_CONFLICT, "the collection has just been capped")));
        }
        Validation demanded = validation(reading);
        checkKind(document, before == null);
        if (demanded == null || demanded.allows(document, before)) {
            return;
        }
        BsonDocument tree = document.toBsonValue().asDocument();
        if (demanded.action() == Validation.Action.WARN) {
            LOG.warn("Document would fail validation: collection {}", collection.name());
            return;
        }
        throw new WriteFailedException(new WriteFailure(
                MongoCode.DOCUMENT_VALIDATION_FAILURE.code(),
                MongoCode.DOCUMENT_VALIDATION_FAILURE.wireName(),
                "Document failed validation",
                new BsonDocument("errInfo", demanded.failure(tree))));
    }

    private void checkKind(View document, boolean isNew) {
        TimeSeries timed = series;
        try {
            if (timed != null && isNew) {
                timed.check(document);
            }
            hashed.check(document);
            numbered.check(document);
            checked.check(document);
        } catch (CommandError refusal) {
            throw new WriteFailedException(WriteFailure.of(refusal));
        }
    }

    /** The options of a record never change, so that the same bytes demand the same. */
    @SuppressWarnings("ReferenceEquality")
    private @Nullable Validation validation(ReadView reading) {
        byte[] options = reading.record().options();
        if (seen != options) {
            validation = bypassesValidation ? null : Validation.of(reading.record(), reading.now());
            series = TimeSeries.of(reading.record());
            seen = options;
        }
        if (generation != reading.record().generation()) {
            hashed = HashedPaths.of(reading.record());
            numbered = NumberedPaths.of(reading.record());
            checked = CheckedIndexes.of(reading.record());
            generation = reading.record().generation();
        }
        return validation;
    }
}
