package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.bucket.CouchbaseRelease;
import org.jspecify.annotations.Nullable;

/** The features that a client may ask for in its greeting. Others are never granted. */
public enum Feature {
    TCP_NODELAY(0x03),
    MUTATION_SEQNO(0x04),
    XATTR(0x06),
    XERROR(0x07),
    SELECT_BUCKET(0x08),
    SNAPPY(0x0a),
    JSON(0x0b),
    DUPLEX(0x0c),
    CLUSTERMAP_CHANGE_NOTIFICATION(0x0d),
    UNORDERED_EXECUTION(0x0e),
    TRACING(0x0f),
    ALT_REQUEST(0x10),
    SYNC_REPLICATION(0x11),
    COLLECTIONS(0x12),
    SNAPPY_EVERYWHERE(0x13),
    PRESERVE_TTL(0x14),
    VATTR(0x15),
    SUBDOC_CREATE_AS_DELETED(0x17),
    SUBDOC_DOCUMENT_MACRO_SUPPORT(0x18),
    SUBDOC_REPLACE_BODY_WITH_XATTR(0x19),
    SUBDOC_REPLICA_READ(0x1c, CouchbaseRelease.R7_6),
    CONFIG_WITH_KNOWN_VERSION(0x1d),
    DEDUPE_NOT_MY_VBUCKET_CONFIG(0x1e),
    CLUSTERMAP_CHANGE_NOTIFICATION_BRIEF(0x1f),
    SUBDOC_BINARY_XATTR(0x21, CouchbaseRelease.R7_6);

    private static final @Nullable Feature[] BY_CODE = new @Nullable Feature[0x40];

    static {
        for (Feature feature : values()) {
            BY_CODE[feature.code] = feature;
        }
    }

    private final int code;
    private final CouchbaseRelease since;

    Feature(int code) {
        this(code, CouchbaseRelease.R7_2);
    }

    Feature(int code, CouchbaseRelease since) {
        this.code = code;
        this.since = since;
    }

    int code() {
        return code;
    }

    boolean isIn(CouchbaseRelease release) {
        return release.isAtLeast(since);
    }

    static @Nullable Feature of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
