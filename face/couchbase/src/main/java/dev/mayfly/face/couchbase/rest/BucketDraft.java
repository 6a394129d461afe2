package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.BucketSettings;
import dev.mayfly.face.couchbase.bucket.BucketType;
import dev.mayfly.face.couchbase.bucket.MaxTtl;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one bucket as they are read from a form, one after another: what the form has is checked, what it
 * leaves out stays as it was or gets its default. For one thread.
 */
final class BucketDraft {
    private static final int QUOTA_MIN = 100;
    static final int MAGMA_QUOTA_MIN = 1_024;
    private static final int REPLICAS_MAX = 3;
    private static final int RANK_MAX = 1_000;
    private static final List<String> LEVELS =
            List.of("none", "majority", "majorityAndPersistActive", "persistToMajority");
    private static final List<String> UNTIL_79 = List.of(
            "expiryPagerSleepTime",
            "memoryLowWatermark",
            "memoryHighWatermark",
            "durabilityImpossibleFallback",
            "warmupBehavior",
            "accessScannerEnabled");

    private final BucketRules rules;
    private final BucketType type;
    private final boolean isNew;
    private final RestForm form;
    private final Map<String, String> values;
    private final Map<String, String> errors;

    BucketDraft(
            BucketRules rules,
            BucketType type,
            Map<String, String> current,
            boolean isNew,
            RestForm form,
            Map<String, String> errors) {
        this.rules = rules;
        this.type = type;
        this.isNew = isNew;
        this.form = form;
        this.values = new TreeMap<>(current);
        this.errors = errors;
    }

    Map<String, String> values() {
        return values;
    }

    void readAll() {
        values.put(BucketSettings.TYPE, type.kept());
        readQuota();
        read(BucketSettings.FLUSH, "0", oneOf("flushEnabled can only be 1 or 0", "0", "1"));
        if (type == BucketType.MEMCACHED) {
            values.put(BucketSettings.REPLICAS, "0");
            return;
        }
        readReplicas();
        readMaxTtl();
        readCompression();
        readEviction();
        readDurability();
        readConflictResolution();
        readStorage();
        readThreadsAndRank();
        new CompactionDraft(type, form, values, errors).readAll();
        for (String name : UNTIL_79) {
            if (form.has(name)) {
                errors.put(name, "Argument is not supported until cluster is fully 7.9");
            }
        }
    }

    /** @param check answers what is wrong with a value, or null */
    private void read(String name, String otherwise, UnaryOperator<@Nullable String> check) {
        read(name, name, otherwise, check);
    }

    private void read(String name, String errorName, String otherwise, UnaryOperator<@Nullable String> check) {
        String given = form.get(name);
        if (given == null) {
            if (isNew) {
                values.putIfAbsent(name, otherwise);
            }
            return;
        }
        String fault = check.apply(given);
        if (fault == null) {
            values.put(name, given);
        } else {
            errors.put(errorName, fault);
        }
    }

    private static UnaryOperator<@Nullable String> oneOf(String fault, String... allowed) {
        List<String> all = List.of(allowed);
        return given -> given != null && all.contains(given) ? null : fault;
    }

    private void readQuota() {
        String given = form.get("ramQuota", form.get(BucketSettings.RAM_QUOTA, ""));
        if (given.isEmpty() && !isNew) {
            return;
        }
        BigDecimal number = Numbers.whole(given);
        int least = type == BucketType.MEMCACHED ? 64 : QUOTA_MIN;
        if (number == null) {
            errors.put("ramQuota", "The RAM Quota must be specified and must be a positive integer.");
        } else if (number.signum() < 0) {
            errors.put("ramQuota", "The RAM Quota cannot be negative.");
        } else if (number.compareTo(BigDecimal.valueOf(least)) < 0) {
            errors.put("ramQuota", "RAM quota cannot be less than " + least + " MiB");
        } else if (number.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) > 0) {
            errors.put("ramQuota", "RAM quota specified is too large to be provisioned into this cluster.");
        } else {
            values.put(BucketSettings.RAM_QUOTA, number.toBigInteger().toString());
        }
    }

    private void readReplicas() {
        read(BucketSettings.REPLICAS, "1", given -> {
            BigDecimal number = Numbers.whole(given);
            if (number == null) {
                return "The replica number must be specified and must be a non-negative integer.";
            }
            if (number.signum() < 0) {
                return "Replica number must be equal to or greater than 0";
            }
            return number.compareTo(BigDecimal.valueOf(REPLICAS_MAX)) > 0
                    ? "Replica number larger than " + REPLICAS_MAX + " is not supported."
                    : null;
        });
        if (!isNew) {
            return;
        }
        if (type == BucketType.EPHEMERAL) {
            if (form.has("replicaIndex")) {
                errors.put("replicaIndex", "replicaIndex not supported for ephemeral buckets");
            }
            return;
        }
        String otherwise = "0".equals(values.get(BucketSettings.REPLICAS)) ? "0" : "1";
        read("replicaIndex", otherwise, oneOf("replicaIndex can only be 1 or 0", "0", "1"));
    }

    private void readMaxTtl() {
        if (!rules.isEnterprise()) {
            if (form.has(BucketSettings.MAX_TTL)) {
                errors.put(BucketSettings.MAX_TTL, "Max TTL is supported in enterprise edition only");
            }
            return;
        }
        read(
                BucketSettings.MAX_TTL,
                "0",
                given -> Numbers.isBetween(given, 0, MaxTtl.MAX)
                        ? null
                        : "Max TTL must be an integer between 0 and " + MaxTtl.MAX);
        values.computeIfPresent(BucketSettings.MAX_TTL, (_, value) -> Integer.toString(Integer.parseInt(value)));
    }

    private void readCompression() {
        if (!rules.isEnterprise()) {
            if (form.has("compressionMode")) {
                errors.put("compressionMode", "Compression mode is supported in enterprise edition only");
            }
            return;
        }
        read(
                "compressionMode",
                "passive",
                oneOf("compressionMode can be set to 'off', 'passive' or 'active'", "off", "passive", "active"));
    }

    private void readEviction() {
        if (type == BucketType.EPHEMERAL) {
            read(
                    "evictionPolicy",
                    "noEviction",
                    oneOf(
                            "Eviction policy must be either 'noEviction' or 'nruEviction' for ephemeral buckets",
                            "noEviction",
                            "nruEviction"));
            return;
        }
        boolean isMagma = form.get("storageBackend", "").equals("magma");
        read(
                "evictionPolicy",
                isMagma ? "fullEviction" : "valueOnly",
                oneOf(
                        "Eviction policy must be either 'valueOnly' or 'fullEviction' for couchbase buckets",
                        "valueOnly",
                        "fullEviction"));
    }

    private void readDurability() {
        String fault = type == BucketType.EPHEMERAL
                ? "Durability minimum level must be either 'none' or 'majority' for ephemeral buckets"
                : "Durability minimum level must be one of 'none', 'majority', 'majorityAndPersistActive', or "
                        + "'persistToMajority'";
        List<String> allowed = type == BucketType.EPHEMERAL ? LEVELS.subList(0, 2) : LEVELS;
        read(BucketSettings.DURABILITY, "durability_min_level", "none", oneOf(fault, allowed.toArray(String[]::new)));
        boolean asked = form.has(BucketSettings.DURABILITY) || form.has(BucketSettings.REPLICAS);
        String replicas = values.getOrDefault(BucketSettings.REPLICAS, "0");
        if (!asked || replicas.equals("0") || "none".equals(values.getOrDefault(BucketSettings.DURABILITY, "none"))) {
            return;
        }
        errors.putIfAbsent(
                "durability_min_level",
                replicas.equals("3")
                        ? "Durability minimum level cannot be specified with 3 replicas"
                        : "You do not have enough data servers to support this durability level");
    }

    private void readConflictResolution() {
        String name = "conflictResolutionType";
        if (!isNew) {
            if (form.has(name)) {
                errors.put(name, "Conflict resolution type not allowed in update bucket");
            }
            return;
        }
        read(name, "seqno", given -> switch (String.valueOf(given)) {
            case "seqno" -> null;
            case "lww" ->
                rules.isEnterprise() ? null : "Conflict resolution type 'lww' is supported only in enterprise edition";
            case "custom" ->
                rules.isEnterprise()
                        ? "Conflict resolution type 'custom' is supported only with developer preview enabled"
                        : "Conflict resolution type 'custom' is supported only in enterprise edition";
            default -> "Conflict resolution type must be 'seqno' or 'lww' or 'custom'";
        });
    }

    private void readStorage() {
        if (type == BucketType.COUCHBASE && isNew) {
            read("storageBackend", "couchstore", given -> switch (String.valueOf(given)) {
                case "couchstore" -> null;
                case "magma" -> rules.isEnterprise() ? null : "Magma is supported in enterprise edition only";
                default -> "storage backend must be couchstore or magma";
            });
        }
        boolean isMagma = "magma".equals(values.get("storageBackend"));
        String quota = values.getOrDefault(BucketSettings.RAM_QUOTA, "0");
        if (isMagma && Integer.parseInt(quota) < MAGMA_QUOTA_MIN) {
            errors.putIfAbsent("ramQuota", "Ram quota for magma must be at least " + MAGMA_QUOTA_MIN + " MiB");
        }
        new HistoryDraft(rules, isMagma, form, values, errors).readAll();
        readVBuckets(isMagma);
    }

    private void readVBuckets(boolean isMagma) {
        String name = BucketSettings.VBUCKETS;
        String given = form.get(name);
        String plain = Integer.toString(rules.vBuckets());
        String current = isNew ? null : values.getOrDefault(name, plain);
        if (given == null || given.equals(current)) {
            return;
        }
        boolean isPossible = given.equals(plain) || given.equals("1024") || isMagma && given.equals("128");
        if (!isNew) {
            errors.put(name, "Number of vbuckets cannot be modified");
        } else if (isPossible) {
            values.put(name, given);
        } else {
            errors.put(name, "Number of vbuckets must be 128 or 1024 (magma) or 1024 (couchstore)");
        }
    }

    private void readThreadsAndRank() {
        read(
                "threadsNumber",
                "3",
                given -> Numbers.isBetween(given, 2, 8)
                        ? null
                        : "The number of threads must be an integer between 2 and 8, inclusive");
        if (rules.is76()) {
            read(
                    "rank",
                    "0",
                    given -> Numbers.isBetween(given, 0, RANK_MAX)
                            ? null
                            : "Rank must be in the range 0-" + RANK_MAX + ". Got '" + given + "' instead.");
        } else if (form.has("rank")) {
            errors.put("rank", "Bucket rank cannot be set until the cluster is fully upgraded to 7.6.");
        }
    }
}
