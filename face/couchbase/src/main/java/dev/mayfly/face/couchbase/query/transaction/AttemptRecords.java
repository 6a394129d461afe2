package dev.mayfly.face.couchbase.query.transaction;

import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.DocumentOutcome;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.Edit;
import dev.mayfly.face.couchbase.kv.ExistingDocument;
import dev.mayfly.face.couchbase.kv.ExpiryRule;
import dev.mayfly.face.couchbase.kv.Refusal;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
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

    private static final String PENDING = "PENDING";
    private static final String ABORTED = "ABORTED";

    /** The margin beyond its own time for which all others leave an attempt alone. */
    private static final long MARGIN_MILLIS = 1_500;

    /** Limit on the size of a record; clients keep to this bound too. */
    private static final int RECORD_BYTES_MAX = 1 << 20;

    private final Documents documents;
    private final Buckets buckets;

    AttemptRecords(Documents documents, Buckets buckets) {
        this.documents = documents;
        this.buckets = buckets;
    }

    /** The state of another attempt that has staged a document. */
    enum Standing {
        /** The attempt may still commit, or not. */
        OPEN,
        COMMITTED,
        /** The attempt is over, was lost, or has taken too long. */
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
            default -> isPast(entry, nowMillis, MARGIN_MILLIS) ? Standing.GONE : Standing.OPEN;
        };
    }

    private static ObjectNode attempts(Document record) {
        byte[] xattrs = DocumentMeta.xattrs(record);
        JsonNode attempts = xattrs.length == 0
                ? CouchbaseJson.object()
                : CouchbaseJson.kept(xattrs).path(ATTEMPTS);
        return attempts instanceof ObjectNode object ? object : CouchbaseJson.object();
    }

    /** Returns whether the time of an attempt is over; its coordinator judges that for itself without the margin. */
    private static boolean isPast(JsonNode entry, long nowMillis, long marginMillis) {
        String began = entry.path("tst").asString("");
        long left = entry.path("exp").asLong(0);
        if (!began.startsWith("0x") || began.length() != 18) {
            return true;
        }
        long cas = Long.reverseBytes(HexFormat.fromHexDigitsToLong(began, 2, 18));
        return nowMillis - cas / NANOS_PER_MILLI > left + marginMillis;
    }

    private static boolean isPending(JsonNode entry) {
        return entry.path("st").asString("").equals(PENDING);
    }

    /**
     * Writes that the attempt is under way, and which documents it is about to stage.
     *
     * @return false where the attempt was begun outside of statements and has been ended by another
     */
    boolean pending(N1qlTransaction transaction, RecordPlace place, long millisLeft) {
        return edit(transaction, place, (attempts, found) -> {
            if (transaction.isRecorded()) {
                if (!(attempts.path(transaction.id()) instanceof ObjectNode known) || !isPending(known)) {
                    return false;
                }
                list(transaction, known);
                return true;
            }
            ObjectNode entry = attempts.putObject(transaction.id());
            entry.put("tid", transaction.transactionId());
            entry.put("st", PENDING);
            entry.put("tst", littleEndian(found.cas()));
            entry.put("exp", millisLeft);
            entry.put("d", transaction.options().durability());
            list(transaction, entry);
            return true;
        });
    }

    /**
     * Writes that the attempt is committed.
     *
     * @return false where its time is over, or another has ended it, and nothing was written
     */
    boolean committed(N1qlTransaction transaction, RecordPlace place) {
        return edit(transaction, place, (attempts, found) -> {
            // Others take an attempt whose time is over for none, and may have staged their own changes over it.
            if (!(attempts.path(transaction.id()) instanceof ObjectNode entry)
                    || !isPending(entry)
                    || isPast(entry, found.now(), 0)) {
                return false;
            }
            entry.put("st", "COMMITTED");
            entry.put("tsc", littleEndian(found.cas()));
            entry.put("p", 0);
            list(transaction, entry);
            return true;
        });
    }

    void aborted(N1qlTransaction transaction, RecordPlace place) {
        edit(transaction, place, (attempts, found) -> {
            if (!(attempts.path(transaction.id()) instanceof ObjectNode entry)) {
                return false;
            }
            entry.put("st", ABORTED);
            entry.put("tsrs", littleEndian(found.cas()));
            list(transaction, entry);
            return true;
        });
    }

    /** Removes the attempt, of which nothing is left to do. */
    void remove(N1qlTransaction transaction, RecordPlace place) {
        edit(transaction, place, (attempts, _) -> attempts.remove(transaction.id()) != null);
    }

    /** The attempts of one record whose time is over. */
    List<String> lost(Document record, long nowMillis) {
        List<String> lost = new ArrayList<>();
        for (Map.Entry<String, JsonNode> each : attempts(record).properties()) {
            // Newer clients say there what a clean-up has to understand, which this one does not.
            boolean isForeign = !each.getValue().path("fc").isEmpty();
            if (!isForeign && isPast(each.getValue(), nowMillis, MARGIN_MILLIS)) {
                lost.add(each.getKey());
            }
        }
        return lost;
    }

    /**
     * Takes over a lost attempt: a pending one can no longer be committed by its coordinator.
     *
     * @return the attempt as its record now has it, or null where it is not there, or not lost
     */
    @Nullable
    JsonNode takeOver(RecordPlace place, String attempt) {
        edit(place, attempt, WriteTerms.PLAIN, (attempts, found) -> {
            if (!(attempts.path(attempt) instanceof ObjectNode entry)
                    || !isPending(entry)
                    || !isPast(entry, found.now(), MARGIN_MILLIS)) {
                return false;
            }
            entry.put("st", ABORTED);
            entry.put("tsrs", littleEndian(found.cas()));
            return true;
        });
        Document record = documents.get(place.in(), place.key());
        JsonNode entry = record == null ? null : attempts(record).get(attempt);
        return entry == null || isPending(entry) ? null : entry;
    }

    /** Forgets a lost attempt, of which nothing is left to be done. */
    void forget(RecordPlace place, String attempt) {
        edit(place, attempt, WriteTerms.PLAIN, (attempts, _) -> attempts.remove(attempt) != null);
    }

    private static void list(N1qlTransaction transaction, ObjectNode entry) {
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
                    .put("id", N1qlTransaction.text(change.key()));
        }
    }

    /** A CAS as the protocol writes instants. */
    private static String littleEndian(long cas) {
        return "0x" + HexFormat.of().toHexDigits(Long.reverseBytes(cas));
    }

    /** A change of the attempts in a record; false where there is nothing to be written. */
    @FunctionalInterface
    private interface Change {
        boolean apply(ObjectNode attempts, ExistingDocument found);
    }

    private boolean edit(N1qlTransaction transaction, RecordPlace place, Change change) {
        WriteTerms terms =
                new WriteTerms(WriteTerms.ANY_CAS, transaction.options().isDurable());
        return edit(place, transaction.id(), terms, change);
    }

    private boolean edit(RecordPlace place, String attempt, WriteTerms terms, Change change) {
        DocumentOutcome outcome = documents.write(place.in(), place.key(), terms, found -> {
            Document current = found.document();
            byte[] xattrs = current == null ? DocumentMeta.NO_XATTRS : DocumentMeta.xattrs(current);
            ObjectNode all = xattrs.length == 0 ? CouchbaseJson.object() : CouchbaseJson.kept(xattrs);
            ObjectNode attempts = all.path(ATTEMPTS) instanceof ObjectNode known ? known : all.putObject(ATTEMPTS);
            if (!change.apply(attempts, found)) {
                return Edit.KEEP;
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
        return switch (outcome) {
            case DocumentOutcome.Written _ -> true;
            case DocumentOutcome.Unchanged _ -> false;
            case DocumentOutcome.Refused(Refusal why) ->
                throw TransactionErrors.notCommitted(
                        "the record of the attempt " + attempt + " cannot be written: " + why);
        };
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
