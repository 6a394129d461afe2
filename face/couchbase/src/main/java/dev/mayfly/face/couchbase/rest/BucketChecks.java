package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.BucketSettings;
import dev.mayfly.face.couchbase.bucket.BucketType;
import dev.mayfly.face.couchbase.bucket.Buckets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds out whether a form describes a bucket, or a change of one, and what is wrong with it otherwise. */
final class BucketChecks {
    private static final int NAME_MAX = 100;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._%-]+");

    private final Buckets buckets;
    private final ClusterSettings cluster;

    BucketChecks(Buckets buckets, ClusterSettings cluster) {
        this.buckets = buckets;
        this.cluster = cluster;
    }

    /** Returns the requested settings of a new bucket of this name. */
    BucketSettings forNew(@Nullable String name, RestForm form) {
        Map<String, String> errors = new TreeMap<>();
        checkName(name, errors);
        BucketSettings settings = settings(null, form, errors);
        refuseIfAny(errors);
        return settings;
    }

    /** Returns the settings of a bucket after a change. */
    BucketSettings forChange(Bucket bucket, RestForm form) {
        Map<String, String> errors = new TreeMap<>();
        BucketSettings settings = settings(bucket, form, errors);
        refuseIfAny(errors);
        return settings;
    }

    private static void refuseIfAny(Map<String, String> errors) {
        if (!errors.isEmpty()) {
            throw new RestException(RestReply.errors(400, errors));
        }
    }

    private void checkName(@Nullable String name, Map<String, String> errors) {
        String fault = nameFault(name);
        if (fault != null) {
            errors.put("name", fault);
        }
    }

    private @Nullable String nameFault(@Nullable String name) {
        if (name == null) {
            return "Bucket name needs to be specified";
        }
        if (name.isEmpty()) {
            return "Bucket name cannot be empty";
        }
        if (name.length() > NAME_MAX) {
            return "Bucket name cannot exceed " + NAME_MAX + " characters";
        }
        if (name.startsWith(".")) {
            return "Bucket name cannot start with dot.";
        }
        if (!NAME.matcher(name).matches()) {
            return "Bucket name can only contain characters in range A-Z, a-z, 0-9 as well as underscore, period, "
                    + "dash & percent. Consult the documentation.";
        }
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.startsWith("_users.couch.") || lower.startsWith("_replicator.couch.")) {
            return "This name is reserved for the internal use.";
        }
        boolean isTaken = buckets.all().stream().anyMatch(each -> each.name().equalsIgnoreCase(name));
        return isTaken ? "Bucket with given name already exists" : null;
    }

    private BucketSettings settings(@Nullable Bucket bucket, RestForm form, Map<String, String> errors) {
        BucketRules rules = buckets.rules();
        BucketType type =
                bucket == null ? type(form, errors) : bucket.settings().type();
        if (bucket != null && form.has(BucketSettings.TYPE) && type(form, errors) != type) {
            errors.put("bucketType", "Cannot change bucket type.");
        }
        Map<String, String> current =
                bucket == null ? Map.of() : bucket.settings().values();
        BucketDraft draft = new BucketDraft(rules, type, current, bucket == null, form, errors);
        draft.readAll();
        Map<String, String> values = draft.values();
        checkQuota(bucket, values, errors);
        return BucketSettings.of(values);
    }

    private static BucketType type(RestForm form, Map<String, String> errors) {
        return switch (form.get(BucketSettings.TYPE, "membase")) {
            case "membase", "couchbase" -> BucketType.COUCHBASE;
            case "ephemeral" -> BucketType.EPHEMERAL;
            case "memcached" -> BucketType.MEMCACHED;
            default -> {
                errors.put("bucketType", "invalid bucket type");
                yield BucketType.COUCHBASE;
            }
        };
    }

    private void checkQuota(@Nullable Bucket bucket, Map<String, String> values, Map<String, String> errors) {
        if (errors.containsKey("ramQuota")) {
            return;
        }
        long others = buckets.all().stream()
                .filter(each -> each != bucket)
                .mapToLong(each -> each.settings().number(BucketSettings.RAM_QUOTA, 0))
                .sum();
        long asked = Long.parseLong(values.getOrDefault(BucketSettings.RAM_QUOTA, "0"));
        if (others + asked > cluster.memoryQuota()) {
            errors.put("ramQuota", "RAM quota specified is too large to be provisioned into this cluster.");
        }
    }
}
