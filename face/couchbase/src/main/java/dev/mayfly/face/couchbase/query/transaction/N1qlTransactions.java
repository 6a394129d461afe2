package dev.mayfly.face.couchbase.query.transaction;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.KeyState;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.bucket.Expiry;
import dev.mayfly.face.couchbase.bucket.Scope;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.transaction.AttemptRecords.Standing;
import dev.mayfly.face.couchbase.query.transaction.StagedChange.Kind;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The transactions of statements that are under way. Safe for concurrent use. */
public final class N1qlTransactions {
    /** Limit on the transactions at a time. */
    private static final int TRANSACTIONS_MAX = 1_000;

    /** The flags that clients set for JSON values. */
    private static final int JSON_FLAGS = 0x0200_0000;

    private final Documents documents;
    private final Buckets buckets;
    private final Clock machine;
    private final AttemptRecords records;
    private final Map<String, N1qlTransaction> byId = new LinkedHashMap<>();
    /** The latest transaction of each group that a user has named. */
    private final Map<Group, String> idByGroup = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Group, String> eldest) {
            return size() > TRANSACTIONS_MAX;
        }
    };

    private final AtomicLong bytes = new AtomicLong();
    /** The attempts that are being committed or rolled back right now. */
    private final Set<String> ending = ConcurrentHashMap.newKeySet();

    private record Group(String user, String name) {}

    /** @param machine by whose tick transactions are too late */
    public N1qlTransactions(Documents documents, Buckets buckets, Clock machine) {
        this.documents = documents;
        this.buckets = buckets;
        this.machine = machine;
        this.records = new AttemptRecords(documents, buckets);
    }

    /**
     * Begins a transaction, or continues one of which a client has staged something.
     *
     * @param user the user that begins it
     * @param mayWrite asked of every keyspace in which the client has staged something
     * @throws N1qlException if the client's state is invalid, or there are too many
     */
    public N1qlTransaction begin(String user, TransactionOptions options, Consumer<BucketCollection> mayWrite) {
        long tick = machine.tickNanos();
        JsonNode state = state(options);
        String attempt = state.path("id").path("atmpt").asString("");
        String transactionId = state.path("id").path("txn").asString("");
        boolean resumes = !attempt.isEmpty() && !transactionId.isEmpty();
        long timeout = options.timeoutNanos() > 0 ? options.timeoutNanos() : TransactionOptions.TIMEOUT_NANOS;
        N1qlTransaction transaction = new N1qlTransaction(
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

    private synchronized void keep(N1qlTransaction transaction, long tick) {
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
            return state == null ? CouchbaseJson.object() : CouchbaseJson.read(state);
        } catch (JacksonException _) {
            throw TransactionErrors.notStarted("txdata is no JSON");
        }
    }

    private void resume(N1qlTransaction transaction, JsonNode state, Consumer<BucketCollection> mayWrite) {
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

    private StagedChange staged(N1qlTransaction transaction, BucketCollection in, DocumentKey key) {
        KeyState keyState = documents.keyState(in, key);
        Document document = keyState.live();
        StagedXattrs staged = StagedXattrs.of(AttemptRecords.xattrs(document, keyState.tombstone()));
        if (!staged.isOf(transaction.id())) {
            throw TransactionErrors.notStarted(N1qlTransaction.text(key) + " is not staged by the transaction");
        }
        Kind kind = switch (staged.type()) {
            case "insert" -> Kind.INSERT;
            case "replace" -> Kind.REPLACE;
            case "remove" -> Kind.REMOVE;
            default -> throw TransactionErrors.notStarted(N1qlTransaction.text(key) + " is staged in an unknown way");
        };
        byte[] body = staged.body();
        if (kind != Kind.REMOVE && body == null) {
            throw TransactionErrors.notStarted(N1qlTransaction.text(key) + " is no JSON document");
        }
        Tombstone tombstone = keyState.tombstone();
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
    public synchronized void remember(String group, N1qlTransaction transaction) {
        idByGroup.put(new Group(transaction.user(), group), transaction.id());
    }

    /** The transaction that the user has begun in this group and not ended, or an empty name where there is none. */
    public synchronized String idOf(String user, String group) {
        return idByGroup.getOrDefault(new Group(user, group), "");
    }

    /** @throws N1qlException when this user has begun none of this name, or it is too late */
    public synchronized N1qlTransaction require(String user, String id) {
        N1qlTransaction found = byId.get(id);
        if (found == null || !found.user().equals(user)) {
            throw TransactionErrors.notPresent(id);
        }
        requireTime(found);
        return found;
    }

    /** Returns a description of each transaction under way, by id. */
    public SequencedMap<String, N1qlValue> described() {
        List<N1qlTransaction> all;
        synchronized (this) {
            all = List.copyOf(byId.values());
        }
        long tick = machine.tickNanos();
        SequencedMap<String, N1qlValue> described = new LinkedHashMap<>();
        all.forEach(each -> described.put(each.id(), each.described(machine.wallMillis(), tick)));
        return described;
    }

    /** Ends a transaction from outside; returns false where there is none, or a statement of it is running. */
    public boolean rollBack(String id) {
        N1qlTransaction found;
        synchronized (this) {
            found = byId.get(id);
        }
        if (found == null) {
            return false;
        }
        found.enter(0);
        rollBack(found);
        return true;
    }

    private void requireTime(N1qlTransaction transaction) {
        if (transaction.isExpired(machine.tickNanos())) {
            throw TransactionErrors.expired();
        }
    }

    private synchronized void forget(N1qlTransaction transaction) {
        byId.remove(transaction.id());
        idByGroup.values().remove(transaction.id());
    }

    /** Returns the clean-up that ends the attempts whose coordinator is gone. */
    public LostAttempts lostAttempts() {
        return new LostAttempts(documents, buckets, records, ending::contains);
    }

    /** @throws N1qlException when it was rolled back instead */
    public void commit(N1qlTransaction transaction) {
        forget(transaction);
        ending.add(transaction.id());
        try {
            requireTime(transaction);
            RecordPlace record = record(transaction);
            if (record != null) {
                long millisLeft = transaction.millisLeft(machine.tickNanos());
                new Commitment(documents, records, transaction).commit(record, millisLeft);
            }
        } finally {
            ending.remove(transaction.id());
            transaction.release();
        }
    }

    public void rollBack(N1qlTransaction transaction) {
        forget(transaction);
        ending.add(transaction.id());
        try {
            RecordPlace record = transaction.record();
            if (record != null && transaction.isRecorded()) {
                new Commitment(documents, records, transaction).rollBack(record);
            }
        } finally {
            ending.remove(transaction.id());
            transaction.release();
        }
    }

    /** Null where the transaction has changed nothing. */
    private @Nullable RecordPlace record(N1qlTransaction transaction) {
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
    public @Nullable Document seen(BucketCollection in, DocumentKey key, @Nullable Document stored, ReadView reading) {
        byte[] xattrs;
        if (stored == null) {
            KeyState keyState = in.collection().stateOf(reading, key);
            xattrs = AttemptRecords.xattrs(null, keyState.tombstone());
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
