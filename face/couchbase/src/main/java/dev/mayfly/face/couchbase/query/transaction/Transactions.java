package dev.mayfly.face.couchbase.query.transaction;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Document;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.Remains;
import dev.mayfly.engine.Tombstone;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.Expiry;
import dev.mayfly.face.couchbase.bucket.Json;
import dev.mayfly.face.couchbase.bucket.Scope;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.query.transaction.AttemptRecords.Standing;
import dev.mayfly.face.couchbase.query.transaction.StagedChange.Kind;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The transactions of statements that are under way. Safe for concurrent use. */
public final class Transactions {
    /** How many there may be at a time. */
    private static final int TRANSACTIONS_MAX = 1_000;

    /** What clients of JSON say about a value. */
    private static final int JSON_FLAGS = 0x0200_0000;

    private final Documents documents;
    private final Buckets buckets;
    private final Clock machine;
    private final AttemptRecords records;
    private final Map<String, Transaction> byId = new LinkedHashMap<>();
    /** The latest transaction of each group that a user has named. */
    private final Map<Group, String> idByGroup = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Group, String> eldest) {
            return size() > TRANSACTIONS_MAX;
        }
    };

    private final AtomicLong bytes = new AtomicLong();

    private record Group(String user, String name) {}

    /** @param machine by whose tick transactions are too late */
    public Transactions(Documents documents, Buckets buckets, Clock machine) {
        this.documents = documents;
        this.buckets = buckets;
        this.machine = machine;
        this.records = new AttemptRecords(documents, buckets);
    }

    /**
     * Begins a transaction, or goes on with one of which a client has staged something.
     *
     * @param user who begins it
     * @param mayWrite asked of every keyspace in which the client has staged something
     * @throws QueryException when what the client says of it makes no sense, or there are too many
     */
    public Transaction begin(String user, TransactionOptions options, Consumer<BucketCollection> mayWrite) {
        long tick = machine.tickNanos();
        JsonNode state = state(options);
        String attempt = state.path("id").path("atmpt").asString("");
        String transactionId = state.path("id").path("txn").asString("");
        boolean resumes = !attempt.isEmpty() && !transactionId.isEmpty();
        long timeout = options.timeoutNanos() > 0 ? options.timeoutNanos() : TransactionOptions.TIMEOUT_NANOS;
        Transaction transaction = new Transaction(
                resumes ? attempt : UUID.randomUUID().toString(),
                resumes ? transactionId : UUID.randomUUID().toString(),
                user,
                options,
                tick + timeout,
                bytes);
        boolean begun = false;
        try {
            if (options.records() != null) {
                requireRecords(options.records());
            }
            if (resumes) {
                resume(transaction, state, mayWrite);
            }
            keep(transaction, tick);
            begun = true;
        } finally {
            if (!begun) {
                transaction.release();
            }
        }
        return transaction;
    }

    private synchronized void keep(Transaction transaction, long tick) {
        byId.values().removeIf(other -> {
            boolean expired = other.isExpired(tick) && !other.isInUse();
            if (expired) {
                other.release();
            }
            return expired;
        });
        if (byId.size() >= TRANSACTIONS_MAX) {
            throw TransactionErrors.tooMany();
        }
        byId.put(transaction.id(), transaction);
    }

    private static JsonNode state(TransactionOptions options) {
        byte[] state = options.state();
        try {
            return state == null ? Json.object() : Json.read(state);
        } catch (JacksonException _) {
            throw TransactionErrors.notStarted("txdata is no JSON");
        }
    }

    private void resume(Transaction transaction, JsonNode state, Consumer<BucketCollection> mayWrite) {
        JsonNode record = state.path("atr");
        if (record.isObject()) {
            BucketCollection in = require(record, "coll");
            String key = record.path("id").asString("");
            if (!key.isEmpty()) {
                transaction.keepRecordAt(new RecordPlace(in, RecordPlace.key(key)), true);
            }
        }
        for (JsonNode mutation : state.path("mutations")) {
            BucketCollection in = require(mutation, "coll");
            mayWrite.accept(in);
            DocumentKey key = new DocumentKey(mutation.path("id").asString("").getBytes(UTF_8));
            transaction.resume(staged(transaction, in, key));
        }
    }

    private StagedChange staged(Transaction transaction, BucketCollection in, DocumentKey key) {
        Remains remains = documents.remains(in, key);
        Document document = remains.live();
        StagedXattrs staged = StagedXattrs.of(AttemptRecords.xattrs(document, remains.tombstone()));
        if (!staged.isOf(transaction.id())) {
            throw TransactionErrors.notStarted(Transaction.text(key) + " is not staged by the transaction");
        }
        Kind kind = switch (staged.type()) {
            case "insert" -> Kind.INSERT;
            case "replace" -> Kind.REPLACE;
            case "remove" -> Kind.REMOVE;
            default -> throw TransactionErrors.notStarted(Transaction.text(key) + " is staged in an unknown way");
        };
        byte[] body = staged.body();
        if (kind != Kind.REMOVE && body == null) {
            throw TransactionErrors.notStarted(Transaction.text(key) + " is no JSON document");
        }
        Tombstone tombstone = remains.tombstone();
        long shownCas = document != null
                ? DocumentMeta.cas(document)
                : tombstone == null
                        ? 0
                        : DocumentMeta.fromBytes(tombstone.face()).cas();
        return new StagedChange(
                in,
                key,
                kind,
                body == null ? new byte[0] : body,
                document == null ? JSON_FLAGS : DocumentMeta.flags(document),
                staged.expiration(),
                document == null ? Expiry.NEVER : DocumentMeta.expiry(document),
                shownCas,
                document == null ? 0 : shownCas,
                kind);
    }

    private BucketCollection require(JsonNode place, String collection) {
        Bucket bucket = buckets.find(place.path("bkt").asString(""));
        BucketCollection found = bucket == null
                ? null
                : bucket.find(
                        place.path("scp").asString(Scope.DEFAULT),
                        place.path(collection).asString("_default"));
        if (found == null) {
            throw TransactionErrors.notStarted("a keyspace of the transaction does not exist");
        }
        return found;
    }

    private BucketCollection requireRecords(String path) {
        String[] parts = path.replace("default:", "").replace("`", "").split("\\.", -1);
        Bucket bucket = buckets.find(parts[0]);
        BucketCollection found = bucket == null
                ? null
                : bucket.find(parts.length == 3 ? parts[1] : Scope.DEFAULT, parts.length == 3 ? parts[2] : "_default");
        if (found == null) {
            throw TransactionErrors.notStarted("the keyspace " + path + " of its record does not exist");
        }
        return found;
    }

    /** Makes a transaction the one that its user's statements of this group belong to. */
    synchronized void remember(String group, Transaction transaction) {
        idByGroup.put(new Group(transaction.user(), group), transaction.id());
    }

    /** @throws QueryException when the user has begun no transaction in this group */
    synchronized String idOf(String user, String group) {
        String id = idByGroup.get(new Group(user, group));
        if (id == null) {
            throw TransactionErrors.notPresent(group);
        }
        return id;
    }

    /** @throws QueryException when this user has begun none of this name, or it is too late */
    public synchronized Transaction require(String user, String id) {
        Transaction found = byId.get(id);
        if (found == null || !found.user().equals(user)) {
            throw TransactionErrors.notPresent(id);
        }
        requireTime(found);
        return found;
    }

    private void requireTime(Transaction transaction) {
        if (transaction.isExpired(machine.tickNanos())) {
            throw TransactionErrors.expired();
        }
    }

    private synchronized void forget(Transaction transaction) {
        byId.remove(transaction.id());
    }

    /** @throws QueryException when it was rolled back instead */
    public void commit(Transaction transaction) {
        forget(transaction);
        try {
            requireTime(transaction);
            RecordPlace record = record(transaction);
            if (record != null) {
                long millisLeft = transaction.millisLeft(machine.tickNanos());
                new Commitment(documents, records, transaction).commit(record, millisLeft);
            }
        } finally {
            transaction.release();
        }
    }

    public void rollBack(Transaction transaction) {
        forget(transaction);
        RecordPlace record = transaction.record();
        if (record != null && transaction.isRecorded()) {
            new Commitment(documents, records, transaction).rollBack(record);
        }
        transaction.release();
    }

    /** Null where the transaction has changed nothing. */
    private @Nullable RecordPlace record(Transaction transaction) {
        RecordPlace known = transaction.record();
        if (known != null) {
            return known;
        }
        Iterator<StagedChange> changes = transaction.changes().iterator();
        if (!changes.hasNext()) {
            return null;
        }
        StagedChange first = changes.next();
        String asked = transaction.options().records();
        BucketCollection in =
                asked == null ? first.in().bucket().find(Scope.DEFAULT, "_default") : requireRecords(asked);
        return in == null ? null : RecordPlace.of(in, first.in(), first.key());
    }

    /**
     * The document as statements of a transaction see one that it has not changed: as another transaction will have it that
     * is committed and not yet written.
     */
    public @Nullable Document seen(BucketCollection in, DocumentKey key, @Nullable Document stored, Reading reading) {
        byte[] xattrs;
        if (stored == null) {
            Remains remains = in.collection().remains(reading, key);
            xattrs = AttemptRecords.xattrs(null, remains.tombstone());
        } else {
            xattrs = DocumentMeta.xattrs(stored);
        }
        StagedXattrs staged = StagedXattrs.of(xattrs);
        if (!staged.isStaged() || records.standing(staged, reading.now()) != Standing.COMMITTED) {
            return stored;
        }
        byte[] body = staged.body();
        if (staged.type().equals("remove") || body == null) {
            return null;
        }
        DocumentMeta meta = new DocumentMeta(
                stored == null ? 1 : DocumentMeta.cas(stored),
                1,
                JSON_FLAGS,
                DocumentMeta.JSON,
                DocumentMeta.NO_XATTRS);
        return Document.unstored(reading, key, Lifetime.FOREVER, meta.toBytes(), body);
    }
}
