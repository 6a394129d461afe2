package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoRelease;
import dev.mayfly.face.mongo.collection.CappedLimits;
import dev.mayfly.face.mongo.collection.CollectionExpiry;
import dev.mayfly.face.mongo.collection.CollectionSettings;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.collection.IndexSpec;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.EncodedRow;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code $out}: the rows replace a collection. They are written to a new one with the same indexes, which takes the old
 * one's name when all rows are there; until then the change is invisible.
 */
final class OutStage implements PipelineOutput {
    private static final int CHUNK = 100;

    private final OutputTarget target;
    private final Place place;

    OutStage(BsonValue argument, Place place) {
        this.target = OutputTarget.ofOut(argument, place.database());
        this.place = place;
    }

    @Override
    public OutputTarget target() {
        return target;
    }

    @Override
    public void write(Supplier<Rows> rows) {
        MongoCollections collections = place.collections();
        requireReplaceable(collections);
        String temporary = "tmp.agg_out." + UUID.randomUUID();
        CollectionName name = new CollectionName(MongoCollections.FACE, target.database(), temporary);
        Collection written = collections.create(target.database(), temporary, options(collections));
        boolean isDone = false;
        try {
            collections.find(target.database(), target.collection()).ifPresent(old -> copyIndexes(old, written));
            insertAll(rows, written);
            collections
                    .engine()
                    .catalog()
                    .rename(
                            name,
                            new CollectionName(MongoCollections.FACE, target.database(), target.collection()),
                            true);
            isDone = true;
        } finally {
            if (!isDone) {
                collections.engine().catalog().drop(name);
            }
        }
    }

    private void requireReplaceable(MongoCollections collections) {
        collections.find(target.database(), target.collection()).ifPresent(old -> {
            if (CappedLimits.of(old.record()) != null) {
                throw new CommandError(
                        17152, "namespace '" + target.namespace() + "' is capped so it can't be used for $out");
            }
        });
    }

    /** Those of the collection that is to be replaced. */
    private BsonDocument options(MongoCollections collections) {
        return collections
                .find(target.database(), target.collection())
                .map(old -> CollectionSettings.options(old.record()))
                .orElseGet(BsonDocument::new);
    }

    private static void copyIndexes(Collection from, Collection to) {
        for (IndexDefinition index : IndexListing.made(from.record())) {
            if (index.isReady()) {
                to.definition()
                        .createIndex(IndexSpec.of(
                                        IndexListing.of(from.record(), index),
                                        true,
                                        Collation.SIMPLE,
                                        MongoRelease.V3_6)
                                .request());
            }
        }
        String field = CollectionExpiry.field(to.record());
        if (field != null) {
            CollectionExpiry.seconds(from.record()).ifPresent(seconds -> CollectionExpiry.set(to, field, seconds));
        }
    }

    private void insertAll(Supplier<Rows> source, Collection written) {
        try (Rows rows = source.get()) {
            List<BsonView> chunk = new ArrayList<>(CHUNK);
            for (BsonDocument row = rows.next(); row != null; row = rows.next()) {
                OperationContext.current().check();
                chunk.add(EncodedRow.of(row));
                if (chunk.size() == CHUNK) {
                    insert(chunk, written);
                    chunk.clear();
                }
            }
            if (!chunk.isEmpty()) {
                insert(chunk, written);
            }
        }
        Writes.settle(written, place.durability());
    }

    private void insert(List<BsonView> documents, Collection written) {
        WriteReport report = new WriteReport(true);
        new Inserts(place.writing(written), report, place.nowMillis()).run(documents, place.durability());
        report.firstFailure().ifPresent(failure -> {
            String text = failure.text().replace(written.name().collection(), target.collection());
            throw new WriteFailedException(
                    new WriteFailure(failure.code(), failure.codeName(), text, failure.details()));
        });
    }
}
