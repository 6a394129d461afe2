package dev.mayfly.face.couchbase.xdcr;

import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.xdcr.filter.DocumentFilter;
import dev.mayfly.face.couchbase.xdcr.filter.FilterSyntaxException;
import dev.mayfly.face.couchbase.xdcr.filter.FilteredDocument;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which documents a replication leaves out, and what it takes off the others.
 *
 * @param skipsExpirations whether the copy of a document that has expired stays
 * @param skipsDeletions whether the copy of a document that was deleted stays
 * @param dropsExpiry whether copies have no expiry of their own
 * @param skipsBinary whether documents that are no JSON are left out
 * @param skipsUncommitted whether documents are left out that a transaction is about to change
 * @param expression that documents must fulfil; the deletion of one that it leaves out is sent nevertheless
 */
record ReplicationFilter(
        boolean skipsExpirations,
        boolean skipsDeletions,
        boolean dropsExpiry,
        boolean skipsBinary,
        boolean skipsUncommitted,
        DocumentFilter expression) {
    /** The attribute in which a transaction keeps what it is about to write. */
    private static final String TRANSACTION = "txn";

    private static final String TRANSACTION_RECORD = "_txn:";

    static ReplicationFilter of(ReplicationSettings settings) {
        return new ReplicationFilter(
                settings.is(ReplicationSetting.FILTER_EXPIRATION),
                settings.is(ReplicationSetting.FILTER_DELETION),
                settings.is(ReplicationSetting.FILTER_BYPASS_EXPIRY),
                settings.is(ReplicationSetting.FILTER_BINARY),
                settings.is(ReplicationSetting.FILTER_BYPASS_UNCOMMITTED_TXN),
                expression(settings));
    }

    private static DocumentFilter expression(ReplicationSettings settings) {
        try {
            return DocumentFilter.parse(settings.text(ReplicationSetting.FILTER_EXPRESSION));
        } catch (FilterSyntaxException wrong) {
            throw new IllegalStateException("a filter that was valid is not any more", wrong);
        }
    }

    /** Returns true for what transactions keep beside the documents of their users. */
    static boolean isTransactionRecord(String key) {
        return key.startsWith(TRANSACTION_RECORD);
    }

    /** Returns true if the end of a document is not to be sent. */
    boolean leavesOut(ReplicationKind kind) {
        return switch (kind) {
            case EXPIRY -> skipsExpirations;
            case DELETION -> skipsDeletions;
            case SET -> false;
        };
    }

    /** Returns the attributes of a document that are sent. */
    static byte[] withoutTransaction(byte[] xattrs) {
        if (!isInTransaction(xattrs)) {
            return xattrs;
        }
        ObjectNode others = CouchbaseJson.kept(xattrs);
        others.remove(TRANSACTION);
        return others.isEmpty() ? DocumentMeta.NO_XATTRS : CouchbaseJson.bytes(others);
    }

    static boolean isInTransaction(byte[] xattrs) {
        return xattrs.length > 0 && CouchbaseJson.read(xattrs).has(TRANSACTION);
    }

    /**
     * Returns whether a document passes an expression. A document that is no JSON has no fields; it passes where the expression asks
     * for nothing else.
     */
    static boolean passes(DocumentFilter filter, String key, DocumentMeta meta, byte[] body) {
        boolean isJson = (meta.datatype() & DocumentMeta.JSON) != 0;
        JsonNode fields = filter.readsBody() && isJson ? json(body) : MissingNode.getInstance();
        JsonNode xattrs = filter.readsXattrs() && meta.xattrs().length > 0
                ? CouchbaseJson.read(meta.xattrs())
                : MissingNode.getInstance();
        return filter.passes(new FilteredDocument(key, fields, xattrs));
    }

    private static JsonNode json(byte[] body) {
        try {
            return CouchbaseJson.read(body);
        } catch (JacksonException _) {
            return MissingNode.getInstance();
        }
    }
}
