package dev.mayfly.face.couchbase.xdcr;

import dev.mayfly.face.couchbase.xdcr.filter.DocumentFilter;
import dev.mayfly.face.couchbase.xdcr.filter.FilterSyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What may be set of a replication, by the names that clients have for it. */
public enum ReplicationSetting {
    FILTER_EXPRESSION("filterExpression", "", Form.EXPRESSION),
    FILTER_SKIP_RESTREAM("filterSkipRestream", "false", Form.FLAG),
    FILTER_EXPIRATION("filterExpiration", "false", Form.FLAG),
    FILTER_DELETION("filterDeletion", "false", Form.FLAG),
    FILTER_BYPASS_EXPIRY("filterBypassExpiry", "false", Form.FLAG),
    FILTER_BINARY("filterBinary", "false", Form.FLAG),
    FILTER_BYPASS_UNCOMMITTED_TXN("filterBypassUncommittedTxn", "false", Form.FLAG),
    COLLECTIONS_EXPLICIT_MAPPING("collectionsExplicitMapping", "false", Form.FLAG),
    COLLECTIONS_MIGRATION_MODE("collectionsMigrationMode", "false", Form.FLAG),
    COL_MAPPING_RULES("colMappingRules", "{}", Form.TEXT),
    PRIORITY("priority", "High", "High|Medium|Low"),
    /** Mebibytes a second; 0 for no limit. */
    NETWORK_USAGE_LIMIT("networkUsageLimit", "0", 0, 1_000_000),
    /** The longest time between two attempts after a failure, in seconds. */
    FAILURE_RESTART_INTERVAL("failureRestartInterval", "10", 1, 300),
    WORKER_BATCH_SIZE("workerBatchSize", "500", 10, 10_000),
    DOC_BATCH_SIZE_KB("docBatchSizeKb", "2048", 10, 10_000),
    /** Documents of more bytes are sent only once the target has said what it has of them. */
    OPTIMISTIC_REPLICATION_THRESHOLD("optimisticReplicationThreshold", "256", 0, 20 << 20),
    PAUSE_REQUESTED("pauseRequested", "false", Form.FLAG),

    // These may be set and are shown; nothing here depends on them.
    TYPE("type", "xmem", "xmem|capi"),
    REPLICATION_TYPE("replicationType", "continuous", "continuous"),
    COMPRESSION_TYPE("compressionType", "Auto", "None|Auto|Snappy"),
    CHECKPOINT_INTERVAL("checkpointInterval", "600", 60, 14_400),
    SOURCE_NOZZLE_PER_NODE("sourceNozzlePerNode", "2", 1, 100),
    TARGET_NOZZLE_PER_NODE("targetNozzlePerNode", "2", 1, 100),
    STATS_INTERVAL("statsInterval", "1000", 200, 600_000),
    DESIRED_LATENCY("desiredLatency", "50", 10, 10_000_000),
    NETWORK_TYPE("network_type", "default", "default|external"),
    LOG_LEVEL("logLevel", "Info", "Fatal|Error|Warn|Info|Debug|Trace");

    private final String restName;
    private final String initial;
    private final Form form;
    private final String words;
    private final long min;
    private final long max;

    /** The forms of values. */
    private enum Form {
        FLAG,
        NUMBER,
        WORD,
        EXPRESSION,
        TEXT
    }

    ReplicationSetting(String restName, String initial, Form form, String words, long min, long max) {
        this.restName = restName;
        this.initial = initial;
        this.form = form;
        this.words = words;
        this.min = min;
        this.max = max;
    }

    ReplicationSetting(String restName, String initial, Form form) {
        this(restName, initial, form, "", 0, 0);
    }

    /** @param words of which one is the value, with strokes between them */
    ReplicationSetting(String restName, String initial, String words) {
        this(restName, initial, Form.WORD, words, 0, 0);
    }

    ReplicationSetting(String restName, String initial, long min, long max) {
        this(restName, initial, Form.NUMBER, "", min, max);
    }

    public String restName() {
        return restName;
    }

    String initial() {
        return initial;
    }

    public boolean isFlag() {
        return form == Form.FLAG;
    }

    public boolean isNumber() {
        return form == Form.NUMBER;
    }

    /** Returns the setting of a name, or null. */
    public static @Nullable ReplicationSetting of(String name) {
        for (ReplicationSetting each : values()) {
            if (each.restName.equals(name)) {
                return each;
            }
        }
        return null;
    }

    /** Returns a value in its one form, or throws what is wrong with it. */
    String checked(String value) {
        return switch (form) {
            case FLAG -> flag(value);
            case NUMBER -> number(value);
            case WORD -> word(value);
            case EXPRESSION -> expression(value);
            case TEXT -> value;
        };
    }

    private String flag(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true", "1" -> "true";
            case "false", "0" -> "false";
            default -> throw new ReplicationException(restName, restName + " must be a boolean");
        };
    }

    private String number(String value) {
        try {
            long number = Long.parseLong(value);
            if (number >= min && number <= max) {
                return Long.toString(number);
            }
        } catch (NumberFormatException _) {
            // Told below.
        }
        throw new ReplicationException(
                restName, "The value must be an integer between " + min + " and " + max + ": " + restName);
    }

    private String word(String value) {
        for (String each : words.split("\\|", -1)) {
            if (each.equalsIgnoreCase(value)) {
                return each;
            }
        }
        throw new ReplicationException(restName, restName + " must be one of " + words.replace("|", ", "));
    }

    private String expression(String value) {
        try {
            DocumentFilter.parse(value);
            return value;
        } catch (FilterSyntaxException wrong) {
            throw new ReplicationException(restName, String.valueOf(wrong.getMessage()));
        }
    }
}
