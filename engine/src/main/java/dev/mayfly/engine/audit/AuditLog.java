package dev.mayfly.engine.audit;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.audit.AuditEntry.Action;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.PolicyWords;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.EngineStore;
import dev.mayfly.engine.erasure.Erasure;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.schema.LimitChange;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** Every change of a policy, hold, restore and purge, whichever way it was asked for. Safe for concurrent use. */
public final class AuditLog {
    /*
     * One record of the catalog's meta space each, under the version of the change, as BSON. A change of policy writes its
     * entry in the batch that changes the catalog, so there is none without the other. A purge is written down before
     * it destroys anything. Keys of documents stand in none: of what is destroyed nothing may be left.
     *
     * Where several engines write, two of them may give out one version, so there a key ends with a number of the engine.
     */
    private final EngineStore engine;
    private final byte[] ofEngine;

    private LongSupplier settled = () -> Long.MAX_VALUE;

    public AuditLog(EngineStore engine) {
        this.engine = engine;
        this.ofEngine = engine.isShared()
                ? new ByteWriter(Long.BYTES)
                        .put8(UUID.randomUUID().getLeastSignificantBits())
                        .toBytes()
                : new byte[0];
    }

    /** Sets the source of the version up to which everything is written. Call before the first read. */
    public void setSettled(LongSupplier upTo) {
        settled = upTo;
    }

    /** A document as an entry names it. */
    public static String nameOf(CollectionName collection, DocumentKey key) {
        return "document sha256:" + HexFormat.of().formatHex(Erasure.hash(collection, key));
    }

    /** Adds an entry to a batch of the catalog's partition. */
    public void note(WriteBatch batch, long version, long now, Action action, CollectionRecord record, String note) {
        add(batch, entry(version, now, action, record.name(), "", "", note));
    }

    /** Adds to a batch of the catalog's partition that the policy of a collection changes, if it does. */
    public void notePolicy(WriteBatch batch, long version, long now, CollectionRecord before, CollectionRecord after) {
        Policy was = before.policy().current();
        Policy is = after.policy().current();
        if (!is.equals(was)) {
            String earlier = PolicyWords.of(before, was);
            String later = PolicyWords.of(after, is);
            add(batch, entry(version, now, Action.POLICY, after.name(), earlier, later, ""));
        }
    }

    /** Adds to a batch of the catalog's partition that a face changes a limit on lifetimes. */
    public void noteLimit(WriteBatch batch, long version, long now, LimitChange limit) {
        add(batch, entry(version, now, Action.POLICY, limit.subject(), limit.before(), limit.after(), ""));
    }

    /** Audits a new collection, if it has rules. */
    public void noteCreated(WriteBatch batch, long version, long now, CollectionRecord record) {
        String policy = PolicyWords.of(record, record.policy().current());
        add(batch, entry(version, now, Action.CREATED, record.name(), "", policy, ""));
    }

    /** Writes an entry by itself. */
    public void write(long version, long now, Action action, CollectionRecord record, String note) {
        WriteBatch batch = CommitRetry.batch();
        note(batch, version, now, action, record, note);
        CommitRetry.commit(engine.store(), Partition.CATALOG, batch, Durability.SYNCED);
    }

    /** Audits a change of the limits that a face sets on lifetimes itself, right before the change is made. */
    public void limitChanges(CollectionName name, String before, String after) {
        long version = engine.versions().next();
        WriteBatch batch = CommitRetry.batch();
        long now = engine.clock().guardedMillis();
        add(batch, entry(version, now, Action.POLICY, name, before, after, ""));
        try {
            CommitRetry.commit(engine.store(), Partition.CATALOG, batch, Durability.SYNCED);
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
    }

    private static AuditEntry entry(
            long version, long now, Action action, CollectionName name, String before, String after, String note) {
        return new AuditEntry(version, now, Actor.current(name.face()), action, name, before, after, note);
    }

    private void add(WriteBatch batch, AuditEntry entry) {
        CollectionName name = entry.collection();
        BsonDocument document = new BsonDocument("at", new BsonInt64(entry.at()))
                .append("way", new BsonString(entry.actor().way()))
                .append("who", new BsonString(entry.actor().who()))
                .append("action", new BsonString(entry.action().name()))
                .append("face", new BsonString(name.face()))
                .append("database", new BsonString(name.database()))
                .append("collection", new BsonString(name.collection()))
                .append("before", new BsonString(entry.before()))
                .append("after", new BsonString(entry.after()))
                .append("note", new BsonString(entry.note()));
        byte[] key = new ByteWriter(1 + 2 * Long.BYTES)
                .put(Layout.auditKey(entry.position()))
                .put(ofEngine)
                .toBytes();
        batch.put(Space.META, key, BsonEncoding.encode(document));
    }

    private static AuditEntry decode(long position, byte[] value) {
        BsonDocument document = BsonEncoding.decode(value);
        return new AuditEntry(
                position,
                document.getInt64("at").getValue(),
                new Actor(text(document, "way"), text(document, "who")),
                Action.valueOf(text(document, "action")),
                new CollectionName(text(document, "face"), text(document, "database"), text(document, "collection")),
                text(document, "before"),
                text(document, "after"),
                text(document, "note"));
    }

    private static String text(BsonDocument document, String name) {
        return document.getString(name).getValue();
    }

    /**
     * Entries in their order.
     *
     * @param after the position of the last one that was read; 0 to begin
     * @param limit of their number, but that those of one position are read together
     * @param of the collection that is asked for; null for all
     */
    public List<AuditEntry> read(long after, int limit, @Nullable CollectionName of) {
        KeyRange range = new KeyRange(Layout.auditKey(after + 1), KeyRange.after(new byte[] {Layout.AUDIT}));
        return read(range, Direction.FORWARD, limit, of);
    }

    /**
     * Entries from the newest to the oldest.
     *
     * @param before the position of the last one that was read; {@link Long#MAX_VALUE} to begin
     * @param limit as of {@link #read}
     * @param of the collection that is asked for; null for all
     */
    public List<AuditEntry> readBack(long before, int limit, @Nullable CollectionName of) {
        KeyRange range = new KeyRange(Layout.auditKey(0), Layout.auditKey(before));
        return read(range, Direction.BACKWARD, limit, of);
    }

    private List<AuditEntry> read(KeyRange range, Direction direction, int limit, @Nullable CollectionName of) {
        List<AuditEntry> entries = new ArrayList<>();
        long last = settled.getAsLong();
        try (Cursor cursor = engine.store().scan(Partition.CATALOG, Space.META, range, direction, Reader.UNLIMITED)) {
            while (cursor.next()) {
                AuditEntry entry = decode((long) Layout.LONG.get(cursor.key(), 1), cursor.value());
                if (entries.size() >= limit
                        && (entries.isEmpty() || entries.getLast().position() != entry.position())) {
                    break;
                }
                boolean isSettled = entry.position() <= last;
                if (!isSettled && direction == Direction.FORWARD) {
                    break;
                }
                if (isSettled && (of == null || entry.collection().equals(of))) {
                    entries.add(entry);
                }
            }
            return entries;
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
    }
}
