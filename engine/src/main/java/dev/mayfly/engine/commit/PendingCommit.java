package dev.mayfly.engine.commit;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.erasure.DeletionCause;
import dev.mayfly.engine.erasure.ErasureNotes;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.ExpiryHistogram;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Head;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Turn;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A write batch in the making, with all that must still hold when it is committed. Drafted without any lock from one
 * reading; the committer of its collection commits it or turns it away. Not safe for concurrent use.
 */
public final class PendingCommit {
    /** The approximate size of an entry beside its key and value. */
    private static final int ENTRY_BYTES = 256;

    private final ReadView reading;
    private final WriteBatch batch = CommitRetry.batch();
    private final Expectations expectations = new Expectations();
    private final List<byte[]> versioned = new ArrayList<>();
    private final List<StoredDocument> documents = new ArrayList<>();
    private final List<byte[]> queueKeys = new ArrayList<>();
    private List<ModifiedEntry> recency = List.of();
    private final List<Announcement> announcements = new ArrayList<>();
    private final List<IndexDefinition> turningMultikey = new ArrayList<>();
    private List<byte[]> changes = List.of();
    private List<ExpiryHistogram.Change> tracked = List.of();
    private @Nullable EventEntries events;
    private final Set<DocumentKey> touched = new HashSet<>();
    private long relied = Deadlines.NO_DEADLINE;
    private long recheck = Deadlines.NO_DEADLINE;
    private final SizeDelta sizes = new SizeDelta();
    private final ExpiryTally expiry = new ExpiryTally();
    private @Nullable ErasureNotes erasures;
    private @Nullable CommitParticipant companion;
    private Set<DocumentKey> leftByExpiry = Set.of();
    private long weight;
    private int sequenced;
    private long version;
    private boolean raced;
    private boolean mayFollow;
    private List<byte[]> unrecorded = List.of();
    private @Nullable Head head;
    private Durability durability = Durability.LOGGED;

    public PendingCommit(ReadView reading) {
        this.reading = reading;
    }

    /**
     * Creates a draft whose expectations all come from reads that follow.
     *
     * @param moment of the store, taken before the reading
     */
    public PendingCommit(ReadView reading, long moment) {
        this.reading = reading;
        batch.readSince(moment);
    }

    public ReadView reading() {
        return reading;
    }

    public WriteBatch batch() {
        return batch;
    }

    public List<Expectation> expectations() {
        return expectations.all();
    }

    /** Returns those that a batch on a turn has to have compared, for which its turn alone does not stand. */
    List<Expectation> expectationsOn(@Nullable Turn stored) {
        return expectations.on(stored);
    }

    public List<byte[]> queueKeys() {
        return queueKeys;
    }

    public List<Announcement> announcements() {
        return announcements;
    }

    /** The entries that the history gets, in order; the history seals them. */
    public List<byte[]> changes() {
        return changes;
    }

    public void remember(byte[] change) {
        if (changes.isEmpty()) {
            changes = new ArrayList<>();
        }
        changes.add(change);
        weight += change.length;
    }

    /** The events for the log, or null for none. */
    @Nullable
    public EventEntries events() {
        return events;
    }

    /**
     * @param kind the number that stands for the kind of event on disk
     * @param document its body, if the log keeps it
     */
    public void addEvent(int kind, Announcement of, byte @Nullable [] document) {
        ownEvents().add(kind, of, document);
        weight += document == null ? 0 : document.length;
    }

    private EventEntries ownEvents() {
        EventEntries entries = events;
        if (entries == null) {
            entries = new EventEntries();
            events = entries;
        }
        return entries;
    }

    public List<IndexDefinition> turningMultikey() {
        return turningMultikey;
    }

    public long relied() {
        return relied;
    }

    /** The change of the collection's size. */
    public SizeDelta sizes() {
        return sizes;
    }

    /** The effects on expired documents. */
    public ExpiryTally expiry() {
        return expiry;
    }

    /** Sets the cause for which the draft removes expired documents. */
    public PendingCommit by(DeletionCause cause) {
        expiry.setCause(cause);
        return this;
    }

    /** The participant that takes part in the commit of this draft alone; null for none. */
    @Nullable
    CommitParticipant companion() {
        return companion;
    }

    /** Has a participant take part in the commit, after those of the collection. The draft is then in a group alone. */
    public PendingCommit with(CommitParticipant participant) {
        companion = participant;
        return this;
    }

    /** Notes for the record of erasures what it destroys. */
    public void noteErased(DocumentKey key, int queue, long deadline) {
        ownErasures().add(reading.record(), key, queue, deadline);
    }

    private ErasureNotes ownErasures() {
        ErasureNotes notes = erasures;
        if (notes == null) {
            notes = new ErasureNotes();
            erasures = notes;
        }
        return notes;
    }

    /** The notes about what it destroys, or null if none are kept. */
    @Nullable
    public ErasureNotes erasures() {
        return erasures;
    }

    /** Sets the kind of failure that the commit must survive; a kill of the process if not set. */
    public PendingCommit surviving(Durability asked) {
        durability = asked;
        return this;
    }

    Durability durability() {
        return durability;
    }

    /** Notes the head of the shard that was read together with what the draft has read; null for none. */
    public PendingCommit saw(@Nullable Head seen) {
        head = seen;
        return this;
    }

    @Nullable
    Head head() {
        return head;
    }

    /** Promises that the draft expects all that it has read, so that it may be written behind batches of other engines. */
    public PendingCommit allowFollowing() {
        mayFollow = true;
        return this;
    }

    /** Returns true if it may be written although other engines have written since it was made. */
    public boolean mayFollow() {
        return mayFollow;
    }

    /** Notes the key of the record of an announcement that was not there, or not looked for. */
    public void noteUnrecorded(byte[] record) {
        if (unrecorded.isEmpty()) {
            unrecorded = new ArrayList<>();
        }
        unrecorded.add(record);
    }

    /** Expects what no batch of this engine can have changed since the draft was made: that no document was announced. */
    public void expectUnrecorded() {
        unrecorded.forEach(record -> expect(new Expectation.Absent(Space.EXPIRY, record)));
        unrecorded = List.of();
    }

    /** Returns true if the draft rests on inconsistent reads, so that it must be made again. */
    public boolean isRaced() {
        return raced;
    }

    public void race() {
        raced = true;
    }

    public boolean isEmpty() {
        return batch.isEmpty() && !raced && turningMultikey.isEmpty();
    }

    /** Returns false if the draft already writes this key; a batch holds one operation a key. */
    public boolean touch(byte[] key) {
        return touched.add(new DocumentKey(key));
    }

    public boolean touches(byte[] key) {
        return touched.contains(new DocumentKey(key));
    }

    /** Has all reads of the draft come behind a turn that a batch of this engine has made; null for none. Call it first. */
    public PendingCommit readBehind(@Nullable Turn made) {
        expectations.readBehind(made);
        return this;
    }

    public void expect(Expectation expectation) {
        expectations.add(expectation);
    }

    /** Expects what the draft has found by a read of the same key. */
    public void expectRead(Expectation expectation) {
        expectations.addRead(expectation);
    }

    /** Expects what was concluded from something else than a read of the key. */
    public void expectUnread(Expectation expectation) {
        batch.readSince(0);
        expectations.add(expectation);
    }

    /** The draft holds only while the clock has not reached this instant. */
    public void rely(long deadline) {
        relied = Math.min(relied, deadline);
    }

    /** The draft holds only while the sweeper has not looked again at the documents of this instant. */
    public void relyOnRecheck(long instant) {
        recheck = Math.min(recheck, instant);
    }

    /** The earliest instant at which the sweeper looks again at a document of this draft; no deadline if there is none. */
    public long recheck() {
        return recheck;
    }

    public void turnMultikey(List<IndexDefinition> indexes) {
        turningMultikey.addAll(indexes);
    }

    /** Adds a value whose first eight bytes will be the version of the commit. */
    public void putVersioned(Space space, byte[] key, byte[] value) {
        versioned.add(value);
        batch.put(space, key, value);
    }

    public void putDocument(StoredDocument document) {
        sequenced++;
        documents.add(document);
        batch.put(Space.DOCUMENT, document.key().bytes(), document.bytes());
        sizes.addDocument(document.bytes().length);
        weight += document.bytes().length;
    }

    /** The number of bytes of documents it writes, and of the records kept about them. */
    public long weight() {
        return weight;
    }

    /** Adds the entry by which a document of this batch is found in the order of last writes. */
    public void putRecency(DocumentKey key) {
        putRecency(ModifiedEntry.of(key));
    }

    private void putRecency(ModifiedEntry entry) {
        if (recency.isEmpty()) {
            recency = new ArrayList<>();
        }
        recency.add(entry);
        batch.put(Space.INDEX, entry.key(), entry.value());
    }

    public void putQueueEntry(byte[] key, byte[] value) {
        sequenced += isOfTombstone(key) ? 1 : 0;
        queueKeys.add(key);
        putVersioned(Space.EXPIRY, key, value);
    }

    /** Adds an entry for a document that is not written now, and so keeps its version. */
    public void putStandingQueueEntry(byte[] key, byte[] value) {
        queueKeys.add(key);
        batch.put(Space.EXPIRY, key, value);
    }

    /** Announces a hidden document; a record of it stands unless the same batch takes the document out. */
    public void announce(Announcement announcement, boolean stands) {
        announcements.add(announcement);
        if (stands) {
            sequenced++;
            byte[] key = Layout.announcementKey(announcement.key(), announcement.version());
            putVersioned(Space.EXPIRY, key, announcement.toBytes());
            sizes.addRecord();
        }
    }

    public void withdraw(byte[] announcementKey) {
        batch.delete(Space.EXPIRY, announcementKey);
        sizes.removeRecord();
    }

    /** Takes over what an earlier draft of the same transaction has come to, but for what it writes and expects. */
    public void absorb(PendingCommit earlier) {
        rely(earlier.relied);
        relyOnRecheck(earlier.recheck);
        sizes.add(earlier.sizes);
        expiry.add(earlier.expiry);
        if (earlier.erasures != null) {
            ownErasures().addAll(earlier.erasures);
        }
        announcements.addAll(earlier.announcements);
        earlier.changes.forEach(this::remember);
        earlier.tracked.forEach(change -> track(change.instants(), change.bytes(), change.sign()));
        EventEntries announced = earlier.events;
        if (announced != null) {
            ownEvents().addAll(announced);
        }
    }

    /** Notes a document that it writes or removes, if documents are being counted. */
    public void track(Instants instants, long bytes, int sign) {
        if (reading.schema().cells() == null) {
            return;
        }
        if (tracked.isEmpty()) {
            tracked = new ArrayList<>();
        }
        tracked.add(new ExpiryHistogram.Change(instants, bytes, sign));
    }

    public List<ExpiryHistogram.Change> tracked() {
        return tracked;
    }

    /** Writes what an earlier draft has written, without counting it again. */
    public void adopt(Space space, byte[] key, byte[] value) {
        if (space == Space.INDEX && Layout.isRecency(key)) {
            putRecency(new ModifiedEntry(key.clone(), value));
            return;
        }
        if (space == Space.DOCUMENT) {
            sequenced++;
            documents.add(StoredDocument.of(new DocumentKey(key), value));
        } else {
            versioned.add(value);
        }
        if (space == Space.EXPIRY && key[0] == Layout.QUEUE) {
            sequenced += isOfTombstone(key) ? 1 : 0;
            queueKeys.add(key);
        }
        batch.put(space, key, value);
    }

    /** Returns the approximate memory of the draft's writes. */
    public long batchBytes() {
        long bytes = 0;
        for (WriteBatch.Write write : batch.writes()) {
            bytes += ENTRY_BYTES + write.key().length + (write instanceof WriteBatch.Put put ? put.value().length : 0);
        }
        return bytes;
    }

    /** Notes that the tombstone of a key says no more than that its document has expired. */
    public void leaveByExpiry(DocumentKey key) {
        if (leftByExpiry.isEmpty()) {
            leftByExpiry = new HashSet<>();
        }
        leftByExpiry.add(key);
    }

    /** Returns true if the tombstone that it writes for the key is the one that expiry leaves. */
    public boolean isLeftByExpiry(DocumentKey key) {
        return leftByExpiry.contains(key);
    }

    private static boolean isOfTombstone(byte[] queueKey) {
        return (int) Layout.INT.get(queueKey, 1) == QueueIds.TOMBSTONES;
    }

    /**
     * The number of versions that the commit takes, of which it is sealed with the last. In a collection that keeps
     * tombstones there is one for each document that it changes, so that these can be numbered.
     */
    public int versions() {
        return reading.keepsTombstones() ? Math.max(1, sequenced) : 1;
    }

    /** The version that it was sealed with last, or 0. */
    public long version() {
        return version;
    }

    /**
     * Writes the version of the commit into everything that carries it, but for what participants keep of the draft and
     * seal themselves. A draft may be sealed again.
     */
    public void seal(long commitVersion) {
        version = commitVersion;
        for (int index = 0; index < versioned.size(); index++) {
            Layout.LONG.set(versioned.get(index), 0, version);
        }
        for (int index = 0; index < documents.size(); index++) {
            documents.get(index).seal(version);
        }
        for (int index = 0; index < recency.size(); index++) {
            recency.get(index).seal(version);
        }
    }

    /**
     * Writes into the entries of recency up to which instant documents were modified so far.
     *
     * @param before up to which it was before this batch
     */
    public long sealRecency(long before) {
        long latest = before;
        for (int index = 0; index < documents.size(); index++) {
            latest = Math.max(latest, documents.get(index).modified());
        }
        for (int index = 0; index < recency.size(); index++) {
            recency.get(index).sealLatest(latest);
        }
        return latest;
    }
}
