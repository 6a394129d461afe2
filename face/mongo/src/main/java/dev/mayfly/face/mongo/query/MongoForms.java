package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.face.mongo.collection.CheckedKeys;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.collection.PartialFilter;
import dev.mayfly.face.mongo.collection.PlaceOptions;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The data that this face stores with an index, for the engine: filters are queries, and the index's collation orders
 * its texts.
 */
public final class MongoForms implements FaceForms {
    @Override
    public Predicate<View> filter(byte[] partial) {
        MongoFilter compiled = PartialFilter.decode(partial).compile();
        return compiled::matches;
    }

    @Override
    public UnaryOperator<View> lens(byte[] options) {
        // Places are no texts; their index folds what stands beside them itself.
        if (PlaceOptions.index(BsonEncoding.decode(options)) != null) {
            return UnaryOperator.identity();
        }
        Collation collation = IndexListing.collation(BsonView.of(options));
        return collation.isSimple() ? UnaryOperator.identity() : collation::fold;
    }

    @Override
    public @Nullable KeySource keys(IndexDefinition index) {
        return CheckedKeys.of(index);
    }

    /**
     * Documents are placed by their {@code _id}, so those of equal values lie together if that comes first, compared as it is
     * stored.
     */
    @Override
    public boolean isWithinShard(IndexDefinition index) {
        return !IndexListing.isInternal(index)
                && IndexListing.key(index).keySet().stream()
                        .findFirst()
                        .orElse("")
                        .equals("_id")
                && IndexListing.collation(index).isSimple();
    }

    @Override
    public Decision.@Nullable Put renewed(Renewal asked) {
        return RenewedDocument.of(asked);
    }
}
