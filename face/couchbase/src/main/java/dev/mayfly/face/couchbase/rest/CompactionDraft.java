package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.bucket.BucketType;
import dev.mayfly.face.couchbase.bucket.PurgeInterval;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings of automatic compaction and tombstone purge in a form, for a bucket or the cluster. */
final class CompactionDraft {
    static final String DEFINED = "autoCompactionDefined";
    private static final String PURGE_INTERVAL = PurgeInterval.NAME;
    static final String PERCENTAGE = "databaseFragmentationThreshold[percentage]";

    private static final BigDecimal DAYS_MAX = BigDecimal.valueOf(60);
    private static final List<String> WHOLE = List.of(PERCENTAGE, "viewFragmentationThreshold[percentage]");
    private static final int PERCENT_MIN = 2;
    private static final int PERCENT_MAX = 100;

    private final @Nullable BucketType type;
    private final RestForm form;
    private final Map<String, String> values;
    private final Map<String, String> errors;

    /** @param type of the bucket, or null for all buckets without settings of their own */
    CompactionDraft(@Nullable BucketType type, RestForm form, Map<String, String> values, Map<String, String> errors) {
        this.type = type;
        this.form = form;
        this.values = values;
        this.errors = errors;
    }

    /** Reads the settings of a bucket. */
    void readAll() {
        String defined = form.get(DEFINED);
        if (type == BucketType.EPHEMERAL) {
            if (defined != null) {
                errors.put(DEFINED, "autoCompactionDefined must not be set for ephemeral buckets");
            }
            readPurgeInterval("0.0007");
            return;
        }
        if (defined == null) {
            return;
        }
        switch (defined) {
            case "true" -> {
                values.put(DEFINED, "true");
                // A threshold that the form leaves out is the cluster's again.
                WHOLE.forEach(values::remove);
                readThresholds();
            }
            case "false" -> {
                values.put(DEFINED, "false");
                WHOLE.forEach(values::remove);
                values.remove(PURGE_INTERVAL);
            }
            default -> errors.put(DEFINED, DEFINED + " is invalid");
        }
    }

    /** Reads the settings common to a bucket and the cluster. */
    void readThresholds() {
        readPurgeInterval("0.04");
        for (String name : WHOLE) {
            String given = form.get(name);
            if (given == null) {
                continue;
            }
            if (given.equals("undefined") || given.isEmpty()) {
                values.remove(name);
            } else if (Numbers.isBetween(given, PERCENT_MIN, PERCENT_MAX)) {
                values.put(name, given);
            } else {
                errors.put(name, fault(name, Numbers.whole(given)));
            }
        }
    }

    private static String fault(String name, @Nullable BigDecimal number) {
        String what = name.startsWith("view") ? "view fragmentation" : "database fragmentation";
        if (number == null) {
            return what + " must be an integer";
        }
        String which = number.compareTo(BigDecimal.valueOf(PERCENT_MIN)) < 0 ? "small" : "large";
        return what + " is too " + which + ". Allowed range is " + PERCENT_MIN + " - " + PERCENT_MAX;
    }

    private void readPurgeInterval(String least) {
        String given = form.get(PURGE_INTERVAL);
        if (given == null || given.equals("undefined")) {
            return;
        }
        BigDecimal number = Numbers.decimal(given);
        if (number == null) {
            errors.put(PURGE_INTERVAL, "metadata purge interval must be a number");
        } else if (number.compareTo(new BigDecimal(least)) < 0) {
            errors.put(PURGE_INTERVAL, outside("small", least));
        } else if (number.compareTo(DAYS_MAX) > 0) {
            errors.put(PURGE_INTERVAL, outside("large", least));
        } else {
            values.put(PURGE_INTERVAL, given);
        }
    }

    private static String outside(String which, String least) {
        String shown = least.equals("0.0007") ? "7.0e-4" : least;
        return "metadata purge interval is too " + which + ". Allowed range is " + shown + " - " + DAYS_MAX;
    }
}
