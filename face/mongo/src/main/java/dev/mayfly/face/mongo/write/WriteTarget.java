package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.View;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.DocumentChecks;
import dev.mayfly.face.mongo.collection.Lifetimes;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.collection.TimeSeries;
import dev.mayfly.face.mongo.collection.Validation;
import dev.mayfly.store.api.Durability;
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

    /** @param bypassesValidation whether documents may be other than the collection demands */
    public WriteTarget(Collection collection, MongoCollections collections, boolean bypassesValidation) {
        this.collection = collection;
        this.collections = collections;
        this.ofCapped = collections.checks(collection.record()).capped();
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
        TimeSeries timed = collections.checks(collection.record()).series();
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
        DocumentChecks checks = collections.checks(reading.record());
        if (before == null && ofCapped != checks.capped()) {
            throw new WriteFailedException(
                    WriteFailure.of(new CommandError(MongoCode.WRITE_CONFLICT, "the collection has just been capped")));
        }
        Validation demanded = validation(reading);
        try {
            checks.check(document, before == null);
        } catch (CommandError refusal) {
            throw new WriteFailedException(WriteFailure.of(refusal));
        }
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

    /** The options of a record never change, so that the same bytes demand the same. */
    @SuppressWarnings("ReferenceEquality")
    private @Nullable Validation validation(ReadView reading) {
        byte[] options = reading.record().options();
        if (seen != options) {
            validation = bypassesValidation ? null : Validation.of(reading.record(), reading.now());
            seen = options;
        }
        return validation;
    }
}
