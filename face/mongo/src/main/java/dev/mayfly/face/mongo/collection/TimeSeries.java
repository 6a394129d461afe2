package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A time-series collection: every document has a time, and perhaps a field that names the source of the measurement.
 * Documents are stored one by one, so that each has a deadline of its own; see {@link BucketDelay}.
 *
 * @param options as they are listed
 */
public record TimeSeries(String timeField, @Nullable String metaField, BsonDocument options) {
    public static final String OPTION = "timeseries";

    private static final String GRANULARITY = "granularity";
    private static final String MAX_SPAN = "bucketMaxSpanSeconds";
    private static final String ROUNDING = "bucketRoundingSeconds";
    private static final Set<String> FIELDS = Set.of("timeField", "metaField", GRANULARITY, MAX_SPAN, ROUNDING);
    private static final Map<String, Integer> SPANS = Map.of("seconds", 3600, "minutes", 86_400, "hours", 2_592_000);
    private static final int SPAN_MAX = 31_536_000;

    /** Returns null for any other collection. On the path of every write. */
    public static @Nullable TimeSeries of(CollectionRecord record) {
        var options = CollectionSettings.view(record);
        View series = options == null ? null : options.field(OPTION);
        return series == null ? null : of(series.toBsonValue().asDocument());
    }

    public static boolean isOne(CollectionRecord record) {
        View options = CollectionSettings.view(record);
        return options != null && options.field(OPTION) != null;
    }

    private static TimeSeries of(BsonDocument options) {
        BsonValue meta = options.get("metaField");
        return new TimeSeries(
                options.getString("timeField").getValue(),
                meta == null ? null : meta.asString().getValue(),
                options);
    }

    /** The collection that a client describes. */
    public static TimeSeries checked(BsonDocument asked) {
        for (Map.Entry<String, BsonValue> field : asked.entrySet()) {
            if (!FIELDS.contains(field.getKey())) {
                throw new CommandError(
                        MongoCode.UNKNOWN_FIELD,
                        "BSON field 'create.timeseries." + field.getKey() + "' is an unknown field.");
            }
            boolean isText = !field.getKey().startsWith("bucket");
            if (isText ? !field.getValue().isString() : !field.getValue().isNumber()) {
                throw new CommandError(
                        MongoCode.TYPE_MISMATCH,
                        "BSON field 'create.timeseries." + field.getKey() + "' is the wrong type '"
                                + TypeNames.of(field.getValue()) + "', expected type '"
                                + (isText ? "string" : "int") + "'");
            }
        }
        if (!asked.containsKey("timeField")) {
            throw new CommandError(
                    MongoCode.MISSING_FIELD,
                    "BSON field 'create.timeseries.timeField' is missing but a required field");
        }
        BsonDocument listed = new BsonDocument("timeField", asked.get("timeField"));
        if (asked.containsKey("metaField")) {
            listed.append("metaField", asked.get("metaField"));
        }
        TimeSeries series = of(listed);
        series.requireFields();
        return of(withSpan(listed, asked));
    }

    private void requireFields() {
        if (timeField.isEmpty() || timeField.indexOf('.') >= 0 || timeField.startsWith("$")) {
            throw new CommandError(MongoCode.INVALID_OPTIONS, "'timeField' must be the name of a field of the root");
        }
        if (metaField != null && (metaField.equals("_id") || metaField.equals(timeField))) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS, "The 'metaField' cannot be \"_id\" or the same as the 'timeField'");
        }
        if (metaField != null && (metaField.isEmpty() || metaField.indexOf('.') >= 0 || metaField.startsWith("$"))) {
            throw new CommandError(MongoCode.INVALID_OPTIONS, "'metaField' must be the name of a field of the root");
        }
    }

    private static BsonDocument withSpan(BsonDocument listed, BsonDocument asked) {
        if (asked.containsKey(MAX_SPAN) || asked.containsKey(ROUNDING)) {
            int span = asked.getNumber(MAX_SPAN, new BsonInt32(0)).intValue();
            int rounding = asked.getNumber(ROUNDING, new BsonInt32(0)).intValue();
            if (span != rounding || span < 1 || span > SPAN_MAX) {
                throw invalid("Timeseries 'bucketMaxSpanSeconds' needs to be set alongside 'bucketRoundingSeconds', to"
                        + " the same value");
            }
            if (asked.containsKey(GRANULARITY)) {
                throw invalid("Timeseries 'granularity' cannot be set alongside 'bucketMaxSpanSeconds'");
            }
            return listed.append(MAX_SPAN, new BsonInt32(span)).append(ROUNDING, new BsonInt32(rounding));
        }
        String granularity =
                asked.getString(GRANULARITY, new BsonString("seconds")).getValue();
        return listed.append(GRANULARITY, new BsonString(granularity))
                .append(MAX_SPAN, new BsonInt32(spanOf(granularity)));
    }

    private static int spanOf(String granularity) {
        Integer span = SPANS.get(granularity);
        if (span == null) {
            throw new CommandError(
                    MongoCode.BAD_VALUE,
                    "Enumeration value '" + granularity + "' for field 'create.timeseries.granularity' is not a valid"
                            + " value.");
        }
        return span;
    }

    /**
     * Returns the time-series as {@code collMod} changes it: buckets, which are not stored here, may only become
     * longer.
     */
    public TimeSeries withBuckets(BsonDocument change) {
        BsonDocument next = new BsonDocument("timeField", new BsonString(timeField));
        if (metaField != null) {
            next.append("metaField", new BsonString(metaField));
        }
        for (String field : change.keySet()) {
            if (!field.equals(GRANULARITY) && !field.startsWith("bucket")) {
                throw new CommandError(
                        MongoCode.UNKNOWN_FIELD, "BSON field 'collMod.timeseries." + field + "' is an unknown field.");
            }
        }
        BsonDocument spanned = withSpan(next, change);
        int before = options.getNumber(MAX_SPAN).intValue();
        if (spanned.getNumber(MAX_SPAN).intValue() < before) {
            boolean byName = change.containsKey(GRANULARITY) && options.containsKey(GRANULARITY);
            throw invalid(
                    byName
                            ? "Invalid transition for timeseries.granularity. Can only transition from 'seconds' to"
                                    + " 'minutes' or 'minutes' to 'hours'."
                            : "The timeseries.bucketMaxSpanSeconds value must be equal or increase when transitioning"
                                    + " from one value to another.");
        }
        return of(spanned);
    }

    private static CommandError invalid(String text) {
        return new CommandError(MongoCode.INVALID_OPTIONS, text);
    }

    /** Returns the longest allowed time between the first and the last measurement of a bucket. */
    int spanSeconds() {
        return options.getNumber(MAX_SPAN).intValue();
    }

    /** Refuses a document without a time. */
    public void check(View document) {
        View time = document.field(timeField);
        if (time == null || time.type() != ValueType.DATE) {
            throw new CommandError(
                    MongoCode.BAD_VALUE,
                    "'" + timeField + "' must be present and contain a valid BSON UTC datetime value");
        }
    }

    /** Refuses an index that no time-series may have. */
    public void checkIndex(IndexSpec spec) {
        if (spec.isUnique()) {
            throw new CommandError(
                    MongoCode.CANNOT_CREATE_INDEX, "Unique indexes are not supported on time-series collections");
        }
        if (spec.expireAfterSeconds().isPresent() && !isOfMeta(spec)) {
            throw new CommandError(
                    MongoCode.CANNOT_CREATE_INDEX,
                    "TTL indexes on time-series collections must be on the timeField, with a partialFilterExpression on"
                            + " the metaField");
        }
    }

    private boolean isOfMeta(IndexSpec spec) {
        return spec.key().getFirstKey().equals(timeField)
                && spec.partialFilter().map(this::isAboutMeta).orElse(false);
    }

    /** Returns whether a filter refers only to the meta field. */
    public boolean isAboutMeta(BsonDocument filter) {
        return filter.entrySet().stream().allMatch(entry -> switch (entry.getKey()) {
            case "$and", "$or", "$nor" ->
                entry.getValue().isArray()
                        && entry.getValue().asArray().stream()
                                .allMatch(each -> each.isDocument() && isAboutMeta(each.asDocument()));
            case "$comment" -> true;
            default -> isMeta(entry.getKey());
        });
    }

    /** Returns whether a path is in the meta field. */
    public boolean isMeta(String path) {
        return metaField != null && (path.equals(metaField) || path.startsWith(metaField + "."));
    }
}
