package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import java.util.List;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code expireAfterSeconds} of a whole collection: by the ids of a clustered collection, or by the time field of a
 * time-series. The rule rests on an internal index that clients never see and that has no entries.
 */
public final class CollectionExpiry {
    static final String INDEX = "$expiry";

    private CollectionExpiry() {}

    /** The field whose date counts, or null where a collection as a whole has no time to live. */
    public static @Nullable String field(CollectionRecord record) {
        var options = CollectionSettings.view(record);
        if (options == null) {
            return null;
        }
        TimeSeries series = TimeSeries.of(record);
        if (series != null) {
            return series.timeField();
        }
        return options.field(ClusteredIndex.OPTION) == null ? null : "_id";
    }

    public static OptionalLong seconds(CollectionRecord record) {
        return record.index(INDEX)
                .map(index -> IndexListing.seconds(record, index))
                .orElse(OptionalLong.empty());
    }

    /** Sets it, or changes it for all documents at once. */
    public static void set(Collection collection, String field, long seconds) {
        setKept(collection, field, seconds + BucketDelay.of(collection.record()));
    }

    private static void setKept(Collection collection, String field, long seconds) {
        IndexDefinition index = collection.record().index(INDEX).orElse(null);
        if (index == null) {
            collection.definition().createIndex(request(field, seconds));
        } else {
            collection
                    .definition()
                    .changePolicy(policy -> policy.withRules(policy.rules().stream()
                            .map(rule -> IndexListing.isOf(rule, index) ? new Rule.Field(index.id(), seconds) : rule)
                            .toList()));
        }
    }

    private static IndexRequest request(String field, long seconds) {
        return new IndexRequest(
                INDEX,
                IndexDefinition.Kind.LISTED,
                List.of(),
                false,
                false,
                false,
                IndexDefinition.NO_BYTES,
                BsonEncoding.encode(new BsonDocument("key", new BsonDocument(field, new BsonInt32(1)))),
                new IndexRequest.TtlRule.OverField(FieldPath.of(field), seconds));
    }

    /** From here on nothing expires by it. */
    public static void clear(Collection collection) {
        if (collection.record().index(INDEX).isPresent()) {
            collection.definition().dropIndex(INDEX);
        }
    }

    /**
     * The option as a client gives it.
     *
     * @param command for messages
     */
    public static long checked(BsonValue value, String command, long nowMillis) {
        if (!value.isNumber()) {
            throw new CommandError(
                    MongoCode.TYPE_MISMATCH,
                    "BSON field '" + command + ".expireAfterSeconds' is the wrong type '" + TtlSeconds.typeName(value)
                            + "', expected types '[long, int, decimal, double]'");
        }
        double number = value.asNumber().doubleValue();
        if (Double.isNaN(number)) {
            throw invalid("must not be NaN");
        }
        if (number < 0) {
            throw invalid("cannot be less than 0");
        }
        if (number > Long.MAX_VALUE / 1000.0) {
            throw invalid("must be within an acceptable range, try a different number");
        }
        long seconds = value.isDouble() ? (long) number : value.asNumber().longValue();
        if (seconds > nowMillis / 1000) {
            throw invalid("option cannot exceed time since last epoch");
        }
        return seconds;
    }

    private static CommandError invalid(String reason) {
        return new CommandError(
                MongoCode.INVALID_OPTIONS,
                reason.startsWith("option")
                        ? "TTL index 'expireAfterSeconds' " + reason
                        : "TTL index 'expireAfterSeconds' option " + reason);
    }
}
