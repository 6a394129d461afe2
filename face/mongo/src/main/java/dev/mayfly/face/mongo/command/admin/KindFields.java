package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.BucketDelay;
import dev.mayfly.face.mongo.collection.ClusteredIndex;
import dev.mayfly.face.mongo.collection.CollectionExpiry;
import dev.mayfly.face.mongo.collection.CollectionSettings;
import dev.mayfly.face.mongo.collection.TimeSeries;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import java.util.List;
import java.util.OptionalLong;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The fields of {@code create} and {@code collMod} for clustered collections and time-series. */
final class KindFields {
    private static final String EXPIRY = "expireAfterSeconds";
    private static final List<String> NOT_WITH_TIME_SERIES = List.of(
            "capped",
            "size",
            "max",
            "autoIndexId",
            "idIndex",
            "validator",
            "validationLevel",
            "validationAction",
            "viewOn",
            "pipeline",
            ClusteredIndex.OPTION);
    private static final List<String> NOT_WITH_CLUSTERED = List.of("capped", "autoIndexId", "idIndex", "viewOn");

    private KindFields() {}

    static void check(CommandRequest request) {
        boolean series = request.has(TimeSeries.OPTION);
        boolean clustered = request.has(ClusteredIndex.OPTION);
        if (request.has(EXPIRY) && !series && !clustered) {
            throw invalid("'expireAfterSeconds' is only supported on time-series collections or when the"
                    + " 'clusteredIndex' option is specified");
        }
        refuse(request, TimeSeries.OPTION, series ? NOT_WITH_TIME_SERIES : List.of());
        refuse(request, ClusteredIndex.OPTION, clustered ? NOT_WITH_CLUSTERED : List.of());
    }

    private static void refuse(CommandRequest request, String option, List<String> others) {
        for (String other : others) {
            if (asks(request, other)) {
                throw invalid("'" + option + "' is not allowed with '" + other + "'");
            }
        }
    }

    /** Returns whether the option is requested; drivers also send options that are off. */
    static boolean asks(CommandRequest request, String option) {
        return request.field(option)
                .filter(value -> !value.toBsonValue().equals(BsonBoolean.FALSE))
                .isPresent();
    }

    static void append(CommandRequest request, BsonDocument options) {
        request.tree(ClusteredIndex.OPTION)
                .ifPresent(asked -> options.append(ClusteredIndex.OPTION, ClusteredIndex.checked(asked)));
        request.tree(TimeSeries.OPTION)
                .ifPresent(asked -> options.append(
                        TimeSeries.OPTION, TimeSeries.checked(asked).options()));
    }

    /** After how many seconds the documents of the collection expire, if it says so. */
    static OptionalLong seconds(CommandContext context, CommandRequest request) {
        return request.field(EXPIRY)
                .map(value ->
                        OptionalLong.of(CollectionExpiry.checked(value.toBsonValue(), request.name(), context.now())))
                .orElse(OptionalLong.empty());
    }

    /** Changes or ends the expiry of a collection, and the length of buckets. */
    static void change(CommandContext context, CommandRequest request, Collection collection) {
        String field = CollectionExpiry.field(collection.record());
        if (request.has(EXPIRY)) {
            if (field == null) {
                throw invalid("'expireAfterSeconds' option is only supported on collections clustered by _id");
            }
            BsonValue value = request.required(EXPIRY).toBsonValue();
            if (!value.isString()) {
                CollectionExpiry.set(collection, field, CollectionExpiry.checked(value, request.name(), context.now()));
            } else if (value.asString().getValue().equals("off")) {
                CollectionExpiry.clear(collection);
            } else {
                throw invalid("Invalid string value for the 'clusteredIndex::expireAfterSeconds' option. Got: '"
                        + value.asString().getValue() + "'. Accepted value is 'off'.");
            }
        }
        request.tree(TimeSeries.OPTION).ifPresent(change -> changeBuckets(collection, change));
    }

    private static void changeBuckets(Collection collection, BsonDocument change) {
        TimeSeries series = TimeSeries.of(collection.record());
        if (series == null) {
            throw invalid("option only supported on a time-series collection: timeseries");
        }
        BsonDocument options = CollectionSettings.options(collection.record());
        TimeSeries changed = series.withBuckets(change);
        BucketDelay.setSpan(collection, series, changed);
        options.put(TimeSeries.OPTION, changed.options());
        collection.definition().alterOptions(CollectionSettings.replaced(collection.record(), options));
    }

    private static CommandError invalid(String text) {
        return new CommandError(MongoCode.INVALID_OPTIONS, text);
    }
}
