package dev.mayfly.face.couchbase.query.transaction;

import dev.mayfly.engine.Document;
import dev.mayfly.engine.Tombstone;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.Json;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.DocumentOutcome;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.Edit;
import dev.mayfly.face.couchbase.kv.ExpiryRule;
import dev.mayfly.face.couchbase.kv.Refusal;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The records that tell how far transactions are, each a document with an extended attribute {@code attempts} and in it an
 * object for every attempt. Safe for concurrent use.
 */
final class AttemptRecords {
    private static final String ATTEMPTS = "attempts";
    private static final byte[] BODY = {0};
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** How long a record may be; clients keep to this bound too. */
    private static final int RECORD_BYTES_MAX = 1 << 20;

    private final Documents documents;
    private final Buckets buckets;

    AttemptRecords(Documents documents, Buckets buckets) {
        this.documents = documents;
        this.buckets = buckets;
    }

    /** How far another attempt is of whose staging a document tells. */
    enum Standing {
        /** It may still come to be, or not. */
        OPEN,
        COMMITTED,
        /** It is over, was lost, or has taken too long. */
        GONE
    }

    Standing standing(StagedXattrs staged, long nowMillis) {
        Bucket bucket = buckets.find(staged.recordBucket());
        BucketCollection in = bucket == null ? null : bucket.find(staged.recordScope(), staged.recordCollection());
        if (in == null) {
            return Standing.GONE;
        }
        Document record = documents.get(in, RecordPlace.key(staged.recordKey()));
        JsonNode entry = record == null ? null : attempts(record).get(staged.attempt());
        if (entry == null) {
            return Standing.GONE;
        }
        return switch (entry.path("st").asString("")) {
            case "COMMITTED", "COMPLETED" -> Standing.COMMITTED;
            case "ROLLED_BACK" -> Standing.GONE;
            default -> isPast(entry, nowMillis) ? Standing.GONE : Standing.OPEN;
        };
    }

    private static ObjectNode attempts(Document record) {
        byte[] xattrs = DocumentMeta.xattrs(record);
        JsonNode attempts =
                xattrs.length == 0 ? Json.object() : Json.kept(xattrs).path(ATTEMPTS);
        return attempts instanceof ObjectNode object ? object : Json.object();
    }

    private static boolean isPast(JsonNode entry, long nowMillis) {
        String began = entry.path("tst").asString("");
        long left = entry.path("exp").asLong(0);
        if (!began.startsWith("0x") || began.length() != 18) {
            return true;
        }
        long cas = Long.reverseBytes(HexFormat.fromHexDigitsToLong(began, 2, 18));
        return nowMillis - cas / NANOS_PER_MILLI > left;
    }

    void pending(Transaction transaction, RecordPlace place, long millisLeft) {
        edit(transaction, place, (entry, cas) -> {
            entry.put("tid", transaction.transactionId());
            entry.put("st", "PENDING");
            entry.put("tst", littleEndian(cas));
            entry.put("exp", millisLeft);
            entry.put("d", transaction.options().durability());
        });
    }

    void committed(Transaction transaction, RecordPlace place) {
        edit(transaction, place, (entry, cas) -> {
            entry.put("st", "COMMITTED");
            entry.put("tsc", littleEndian(cas));
            entry.put("p", 0);
            list(transaction, entry);
        });
    }

    void aborted(Transaction transaction, RecordPlace place) {
        edit(transaction, place, (entry, cas) -> {
            entry.put("st", "ABORTED");
            entry.put("tsrs", littleEndian(cas));
            list(transaction, entry);
        });
    }

    /** Nothing is left to be done. */
    void remove(Transaction transaction, RecordPlace place) {
        edit(transaction, place, null);
    }

    private static void list(Transaction transaction, ObjectNode entry) {
        ArrayNode inserted = entry.putArray("ins");
        ArrayNode replaced = entry.putArray("rep");
        ArrayNode removed = entry.putArray("rem");
        for (StagedChange change : transaction.changes()) {
            ArrayNode list = switch (change.kind()) {
                case INSERT, NOTHING -> inserted;
                case REPLACE -> replaced;
                case REMOVE -> removed;
            };
            list.addObject()
                    .put("bkt", change.in().bucket().name())
                    .put("scp", change.in().scope())
                    .put("col", change.in().name())
                    .put("id", Transaction.text(change.key()));
        }
    }

    /** A CAS as the protocol writes instants. */
    private static String littleEndian(long cas) {
        return "0x" + HexFormat.of().toHexDigits(Long.reverseBytes(cas));
    }

    /** @param change null to take the attempt out of the record */
    private void edit(Transaction transaction, RecordPlace place, @Nullable ObjLongConsumer<ObjectNode> change) {
        WriteTerms terms =
                new WriteTerms(WriteTerms.ANY_CAS, transaction.options().isDurable());
        DocumentOutcome outcome = documents.write(place.in(), place.key(), terms, found -> {
            Document current = found.document();
            byte[] xattrs = current == null ? DocumentMeta.NO_XATTRS : DocumentMeta.xattrs(current);
            ObjectNode all = xattrs.length == 0 ? Json.object() : Json.kept(xattrs);
            ObjectNode attempts = all.path(ATTEMPTS) instanceof ObjectNode known ? known : all.putObject(ATTEMPTS);
            if (change == null) {
                if (attempts.remove(transaction.id()) == null) {
                    return Edit.KEEP;
                }
            } else {
                JsonNode entry = attempts.path(transaction.id());
                change.accept(
                        entry instanceof ObjectNode known ? known : attempts.putObject(transaction.id()), found.cas());
            }
            byte[] text = all.toString().getBytes(StandardCharsets.UTF_8);
            if (text.length > RECORD_BYTES_MAX) {
                return Edit.refuse(Refusal.TOO_BIG);
            }
            return new Edit.Put(
                    current == null ? BODY : current.body(),
                    current == null ? 0 : DocumentMeta.flags(current),
                    current == null ? 0 : DocumentMeta.datatype(current),
                    text,
                    0,
                    ExpiryRule.PRESERVED);
        });
        if (outcome instanceof DocumentOutcome.Refused(Refusal why)) {
            throw TransactionErrors.notCommitted("the record of the transaction cannot be written: " + why);
        }
    }

    static byte[] xattrs(@Nullable Document document, @Nullable Tombstone tombstone) {
        if (document != null) {
            return DocumentMeta.xattrs(document);
        }
        return tombstone == null
                ? DocumentMeta.NO_XATTRS
                : DocumentMeta.fromBytes(tombstone.face()).xattrs();
    }
}
