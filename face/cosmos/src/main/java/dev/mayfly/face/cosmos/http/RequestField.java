package dev.mayfly.face.cosmos.http;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A header field of a request that means something here. */
public enum RequestField {
    AUTHORIZATION("authorization"),
    HOST("host"),
    USER_AGENT("user-agent"),
    DATE("date"),
    X_MS_DATE("x-ms-date"),
    VERSION("x-ms-version"),
    CONTENT_TYPE("content-type"),
    ACTIVITY_ID("x-ms-activity-id"),
    SESSION_TOKEN("x-ms-session-token"),
    CONSISTENCY_LEVEL("x-ms-consistency-level"),
    IF_MATCH("if-match"),
    IF_NONE_MATCH("if-none-match"),
    IF_MODIFIED_SINCE("if-modified-since"),
    A_IM("a-im"),
    PREFER("prefer"),
    PARTITION_KEY("x-ms-documentdb-partitionkey"),
    PARTITION_KEY_RANGE_ID("x-ms-documentdb-partitionkeyrangeid"),
    START_EPK("x-ms-start-epk"),
    END_EPK("x-ms-end-epk"),
    READ_KEY_TYPE("x-ms-read-key-type"),
    MAX_ITEM_COUNT("x-ms-max-item-count"),
    CONTINUATION("x-ms-continuation"),
    CONTINUATION_LIMIT_KB("x-ms-documentdb-responsecontinuationtokenlimitinkb"),
    IS_UPSERT("x-ms-documentdb-is-upsert"),
    IS_QUERY("x-ms-documentdb-isquery"),
    IS_QUERY_PLAN("x-ms-cosmos-is-query-plan-request"),
    IS_BATCH("x-ms-cosmos-is-batch-request"),
    BATCH_ATOMIC("x-ms-cosmos-batch-atomic"),
    BATCH_CONTINUE_ON_ERROR("x-ms-cosmos-batch-continue-on-error"),
    ENABLE_CROSS_PARTITION("x-ms-documentdb-query-enablecrosspartition"),
    ENABLE_SCAN("x-ms-documentdb-query-enable-scan"),
    SUPPORTED_QUERY_FEATURES("x-ms-cosmos-supported-query-features"),
    QUERY_VERSION("x-ms-cosmos-query-version"),
    POPULATE_QUOTA_INFO("x-ms-documentdb-populatequotainfo"),
    POPULATE_QUERY_METRICS("x-ms-documentdb-populatequerymetrics"),
    POPULATE_INDEX_METRICS("x-ms-cosmos-populateindexmetrics"),
    POPULATE_INDEX_METRICS_V2("x-ms-cosmos-populateindexmetrics-v2"),
    INTENDED_CONTAINER_RID("x-ms-cosmos-intended-collection-rid"),
    OFFER_THROUGHPUT("x-ms-offer-throughput"),
    OFFER_AUTOPILOT("x-ms-cosmos-offer-autopilot-settings"),
    OFFER_TO_AUTOPILOT("x-ms-cosmos-migrate-offer-to-autopilot"),
    OFFER_TO_MANUAL("x-ms-cosmos-migrate-offer-to-manual-throughput"),
    INDEXING_DIRECTIVE("x-ms-indexing-directive"),
    PRE_TRIGGERS("x-ms-documentdb-pre-trigger-include"),
    POST_TRIGGERS("x-ms-documentdb-post-trigger-include"),
    SCRIPT_LOGGING("x-ms-documentdb-script-enable-logging"),
    EXPIRY_SECONDS("x-ms-documentdb-expiry-seconds"),
    CHANGE_FEED_FORMAT("x-ms-cosmos-changefeed-wire-format-version"),
    REMAINING_MILLIS("x-ms-remaining-time-in-ms-on-client"),
    DRY_RUN("x-mayfly-dry-run"),
    MAX_EXPIRE("x-mayfly-max-expire");

    static final int COUNT = values().length;

    private static final Map<String, RequestField> BY_NAME = byName();

    private final String word;

    RequestField(String word) {
        this.word = word;
    }

    private static Map<String, RequestField> byName() {
        Map<String, RequestField> names = new HashMap<>();
        for (RequestField field : values()) {
            names.put(field.word, field);
        }
        return Map.copyOf(names);
    }

    /** Most clients write names in lower case already. */
    static @Nullable RequestField of(String name) {
        RequestField exact = BY_NAME.get(name);
        return exact != null ? exact : BY_NAME.get(name.toLowerCase(Locale.ROOT));
    }

    /** Its name on the wire, in lower case. */
    public String word() {
        return word;
    }
}
