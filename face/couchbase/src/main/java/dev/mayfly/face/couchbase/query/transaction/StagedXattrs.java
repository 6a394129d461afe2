package dev.mayfly.face.couchbase.query.transaction;

import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The extended attribute {@code txn} of a document that a transaction is about to change. */
record StagedXattrs(ObjectNode all) {
    private static final String TXN = "txn";

    static StagedXattrs of(byte[] xattrs) {
        return new StagedXattrs(xattrs.length == 0 ? CouchbaseJson.object() : CouchbaseJson.kept(xattrs));
    }

    byte[] toBytes() {
        return all.isEmpty() ? DocumentMeta.NO_XATTRS : CouchbaseJson.bytes(all);
    }

    boolean isStaged() {
        return all.path(TXN).isObject();
    }

    private String text(String outer, String inner) {
        return all.path(TXN).path(outer).path(inner).asString("");
    }

    boolean isOf(String attempt) {
        return isStaged() && text("id", "atmpt").equals(attempt);
    }

    String attempt() {
        return text("id", "atmpt");
    }

    String type() {
        return text("op", "type");
    }

    /** The document as it is to be, or null. */
    byte @Nullable [] body() {
        JsonNode staged = all.path(TXN).path("op").path("stgd");
        return staged.isMissingNode() ? null : CouchbaseJson.bytes(staged);
    }

    @Nullable
    Long expiration() {
        JsonNode expiry = all.path(TXN).path("aux").path("docexpiry");
        return expiry.isNumber() ? expiry.asLong() : null;
    }

    /** The flags with which a client wants the document, or others where it does not say. */
    int flags(int others) {
        return all.path(TXN).path("aux").path("uf").asInt(others);
    }

    String recordBucket() {
        return text("atr", "bkt");
    }

    String recordScope() {
        return text("atr", "scp");
    }

    String recordCollection() {
        return text("atr", "coll");
    }

    String recordKey() {
        return text("atr", "id");
    }

    /** The attributes without that of a transaction. */
    StagedXattrs cleared() {
        ObjectNode rest = all.deepCopy();
        rest.remove(TXN);
        return new StagedXattrs(rest);
    }

    /** @param current the document as it is, or null where it is to be inserted */
    StagedXattrs staging(
            N1qlTransaction transaction,
            RecordPlace record,
            StagedChange change,
            String operation,
            @Nullable Document current) {
        ObjectNode txn = CouchbaseJson.object();
        txn.putObject("id")
                .put("txn", transaction.transactionId())
                .put("atmpt", transaction.id())
                .put("op", operation);
        txn.putObject("atr")
                .put("id", record.id())
                .put("bkt", record.in().bucket().name())
                .put("scp", record.in().scope())
                .put("coll", record.in().name());
        ObjectNode op = txn.putObject("op").put("type", typeOf(change.kind()));
        if (change.leavesDocument()) {
            op.set("stgd", CouchbaseJson.read(change.body()));
        }
        op.put("crc32", crc(current == null ? new byte[0] : current.body()));
        ObjectNode aux = txn.putObject("aux").put("uf", change.flags());
        Long expiration = change.expiration();
        if (expiration != null) {
            aux.put("docexpiry", expiration);
        }
        if (current != null) {
            txn.putObject("restore")
                    .put("CAS", hex(DocumentMeta.cas(current)))
                    .put("exptime", DocumentMeta.expiry(current))
                    .put("revid", Long.toUnsignedString(DocumentMeta.rev(current)));
        }
        ObjectNode next = all.deepCopy();
        next.set(TXN, txn);
        return new StagedXattrs(next);
    }

    private static String typeOf(StagedChange.Kind kind) {
        return switch (kind) {
            case INSERT -> "insert";
            case REPLACE -> "replace";
            case REMOVE -> "remove";
            case NOTHING -> throw new IllegalStateException("nothing is staged");
        };
    }

    private static String crc(byte[] body) {
        CRC32C checksum = new CRC32C();
        checksum.update(body, 0, body.length);
        return "0x" + HexFormat.of().toHexDigits((int) checksum.getValue());
    }

    private static String hex(long number) {
        return "0x" + HexFormat.of().toHexDigits(number);
    }
}
