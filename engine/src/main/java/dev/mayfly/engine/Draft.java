package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.event.EventKind;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.forecast.Amount;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A write batch in the making, with all that must still hold when it is committed. Drafted without any lock from one
 * reading; {@link Committer} commits it or turns it away. Not safe for concurrent use.
 */
final class Draft {
    /** What an entry takes beside its key and value, about. */
    private static final int ENTRY_BYTES = 256;

    private final Reading reading;
    private final WriteBatch batch = Commits.batch();
    private final List<Expectation> expectations = new ArrayList<>();
    private final List<byte[]> versioned = new ArrayList<>();
    private final List<StoredDocument> documents = new ArrayList<>();
    private final List<byte[]> queueKeys = new ArrayList<>();
    private List<Recency.Entry> recency = List.of();
    private final List<Announcement> announcements = new ArrayList<>();
    private final List<IndexDefinition> turningMultikey = new ArrayList<>();
    private List<byte[]> changes = List.of();
    private List<DeadlineCells.Change> tracked = List.of();
    private @Nullable EventBlock events;
    private final Set<DocumentKey> touched = new HashSet<>();
    private long relied = Deadlines.NO_DEADLINE;
    private long documentsDelta;
    private long bytesDelta;
    private long weight;
    private int recordsDelta;
    private int tombstonesDelta;
    private long earliestGone = Deadlines.NO_DEADLINE;
    private Destroyer destroyer = Destroyer.WRITE;
    private int destroyed;
    private long destroyedBytes;
    private int expired;
    private long expiredBytes;
    private int broughtBack;
    private int laidAside;
    private @Nullable ErasureNotes erasures;
    private boolean raced;

    Draft(Reading reading) {
        this.reading = reading;
    }

    /**
     * A draft whose expectations all come from reads that follow.
     *
     * @param moment of the store, taken before the reading
     */
    Draft(Reading reading, long moment) {
        this.reading = reading;
        batch.readSince(moment);
    }

    Reading reading() {
        return reading;
    }

    WriteBatch batch() {
        return batch;
    }

    List<Expectation> expectations() {
        return expectations;
    }

    List<byte[]> queueKeys() {
        return queueKeys;
    }

    List<Announcement> announcements() {
        return announcements;
    }

    /** The entries that the history gets, in order. */
    List<byte[]> changes() {
        return changes;
    }

    void remember(byte[] change) {
        if (changes.isEmpty()) {
            changes = new ArrayList<>();
        }
        changes.add(change);
        weight += change.length;
    }

    /** What the log of events gets, or null for nothing. */
    @Nullable
    EventBlock events() {
        return events;
    }

    /** @param document its body, if the log keeps it */
    void addEvent(EventKind kind, Announcement of, byte @Nullable [] document) {
        block().add(kind, of, document);
        weight += document == null ? 0 : document.length;
    }

    private EventBlock block() {
        EventBlock block = events;
        if (block == null) {
            block = new EventBlock();
            events = block;
        }
        return block;
    }

    List<IndexDefinition> turningMultikey() {
        return turningMultikey;
    }

    long relied() {
        return relied;
    }

    long documentsDelta() {
        return documentsDelta;
    }

    long bytesDelta() {
        return bytesDelta;
    }

    int recordsDelta() {
        return recordsDelta;
    }

    int tombstonesDelta() {
        return tombstonesDelta;
    }

    /** Counts a tombstone of a document that went at this instant. */
    void countBuried(long goneAt) {
        tombstonesDelta++;
        earliestGone = Math.min(earliestGone, goneAt);
    }

    void countUnburied() {
        tombstonesDelta--;
    }

    /** When the first of those went whose tombstones it leaves, or no deadline if it leaves none. */
    long earliestGone() {
        return earliestGone;
    }

    /** Who takes expired documents out by this draft. */
    Destroyer destroyer() {
        return destroyer;
    }

    Draft by(Destroyer who) {
        destroyer = who;
        return this;
    }

    int destroyed() {
        return destroyed;
    }

    /** Notes for the record of erasures what it destroys. */
    void noteErased(DocumentKey key, int queue, long deadline) {
        erasures().add(reading.record(), key, queue, deadline);
    }

    private ErasureNotes erasures() {
        ErasureNotes notes = erasures;
        if (notes == null) {
            notes = new ErasureNotes();
            erasures = notes;
        }
        return notes;
    }

    /** Writes down what it destroys, if that is to be kept. */
    void sealErasures(long version) {
        if (erasures != null) {
            byte[] value = erasures.encode(reading.record().name(), destroyer, reading.now());
            batch.put(Space.META, Layout.erasureKey(version), value);
        }
    }

    /** Counts a held document that is moved out of its place. */
    void countLaidAside() {
        laidAside++;
    }

    int laidAside() {
        return laidAside;
    }

    /** Whether it was drafted from things that do not belong together, so that it must be drafted again. */
    boolean isRaced() {
        return raced;
    }

    void race() {
        raced = true;
    }

    boolean isEmpty() {
        return batch.isEmpty() && !raced && turningMultikey.isEmpty();
    }

    /** Answers false if the draft already writes this key; a batch holds one operation a key. */
    boolean touch(byte[] key) {
        return touched.add(new DocumentKey(key));
    }

    boolean touches(byte[] key) {
        return touched.contains(new DocumentKey(key));
    }

    void expect(Expectation expectation) {
        expectations.add(expectation);
    }

    /** Expects what was concluded from something else than a read of the key. */
    void expectUnread(Expectation expectation) {
        batch.readSince(0);
        expectations.add(expectation);
    }

    /** The draft holds only while the clock has not reached this instant. */
    void rely(long deadline) {
        relied = Math.min(relied, deadline);
    }

    void turnMultikey(List<IndexDefinition> indexes) {
        turningMultikey.addAll(indexes);
    }

    /** Adds a value whose first eight bytes will be the version of the commit. */
    void putVersioned(Space space, byte[] key, byte[] value) {
        versioned.add(value);
        batch.put(space, key, value);
    }

    void putDocument(StoredDocument document) {
        documents.add(document);
        batch.put(Space.DOCUMENT, document.key().bytes(), document.bytes());
        documentsDelta++;
        bytesDelta += document.bytes().length;
        weight += document.bytes().length;
    }

    /** How many bytes of documents it writes, and of what is remembered of them. */
    long weight() {
        return weight;
    }

    /** Adds the entry by which a document of this batch is found in the order of last writes. */
    void putRecency(DocumentKey key) {
        putRecency(Recency.Entry.of(key));
    }

    private void putRecency(Recency.Entry entry) {
        if (recency.isEmpty()) {
            recency = new ArrayList<>();
        }
        recency.add(entry);
        batch.put(Space.INDEX, entry.key(), entry.value());
    }

    /** Counts a document that the batch takes out or replaces. */
    void countRemoved(long bytes) {
        documentsDelta--;
        bytesDelta -= bytes;
    }

    /** Counts an expired document that the batch takes out. */
    void countDestroyed(long bytes) {
        destroyed++;
        destroyedBytes += bytes;
    }

    /** Counts a document that the batch announces as expired. */
    void countExpired(long bytes) {
        expired++;
        expiredBytes += bytes;
    }

    /** What it takes out because it has expired. */
    Amount purgedAmount() {
        return new Amount(destroyed, destroyedBytes);
    }

    /** What it announces as expired. */
    Amount expiredAmount() {
        return new Amount(expired, expiredBytes);
    }

    /** Whether anything expired in it, or is taken out because it had. */
    boolean hasExpired() {
        return destroyed != 0 || expired != 0;
    }

    void putQueueEntry(byte[] key, byte[] value) {
        queueKeys.add(key);
        putVersioned(Space.EXPIRY, key, value);
    }

    /** Adds an entry for a document that is not written now, and so keeps its version. */
    void putStandingQueueEntry(byte[] key, byte[] value) {
        queueKeys.add(key);
        batch.put(Space.EXPIRY, key, value);
    }

    /** Counts a document that was announced, and lives again. */
    void countBroughtBack() {
        broughtBack++;
    }

    int broughtBack() {
        return broughtBack;
    }

    /** Announces a hidden document; a record of it stands unless the same batch takes the document out. */
    void announce(Announcement announcement, boolean stands) {
        announcements.add(announcement);
        if (stands) {
            byte[] key = Layout.announcementKey(announcement.key(), announcement.version());
            putVersioned(Space.EXPIRY, key, announcement.toBytes());
            recordsDelta++;
        }
    }

    void withdraw(byte[] announcementKey) {
        batch.delete(Space.EXPIRY, announcementKey);
        recordsDelta--;
    }

    /** Takes over what an earlier draft of the same transaction has come to, but for what it writes and expects. */
    void absorb(Draft earlier) {
        rely(earlier.relied);
        documentsDelta += earlier.documentsDelta;
        bytesDelta += earlier.bytesDelta;
        recordsDelta += earlier.recordsDelta;
        tombstonesDelta += earlier.tombstonesDelta;
        earliestGone = Math.min(earliestGone, earlier.earliestGone);
        destroyed += earlier.destroyed;
        destroyedBytes += earlier.destroyedBytes;
        expired += earlier.expired;
        expiredBytes += earlier.expiredBytes;
        laidAside += earlier.laidAside;
        if (earlier.erasures != null) {
            erasures().addAll(earlier.erasures);
        }
        broughtBack += earlier.broughtBack;
        announcements.addAll(earlier.announcements);
        earlier.changes.forEach(this::remember);
        earlier.tracked.forEach(change -> track(change.instants(), change.bytes(), change.sign()));
        EventBlock announced = earlier.events;
        if (announced != null) {
            block().addAll(announced);
        }
    }

    /** Notes a document that it writes or takes out, if anybody counts them. */
    void track(Instants instants, long bytes, int sign) {
        if (reading.schema().cells() == null) {
            return;
        }
        if (tracked.isEmpty()) {
            tracked = new ArrayList<>();
        }
        tracked.add(new DeadlineCells.Change(instants, bytes, sign));
    }

    List<DeadlineCells.Change> tracked() {
        return tracked;
    }

    /** Writes what an earlier draft has written, without counting it again. */
    void adopt(Space space, byte[] key, byte[] value) {
        if (space == Space.INDEX && Layout.isRecency(key)) {
            putRecency(new Recency.Entry(key.clone(), value));
            return;
        }
        if (space == Space.DOCUMENT) {
            documents.add(StoredDocument.of(new DocumentKey(key), value));
        } else {
            versioned.add(value);
        }
        if (space == Space.EXPIRY && key[0] == Layout.QUEUE) {
            queueKeys.add(key);
        }
        batch.put(space, key, value);
    }

    /** About how much memory what the draft writes takes. */
    long batchBytes() {
        long bytes = 0;
        for (WriteBatch.Write write : batch.writes()) {
            bytes += ENTRY_BYTES + write.key().length + (write instanceof WriteBatch.Put put ? put.value().length : 0);
        }
        return bytes;
    }

    /** Writes the version into everything that carries it. */
    void seal(long version) {
        for (int index = 0; index < versioned.size(); index++) {
            Layout.LONG.set(versioned.get(index), 0, version);
        }
        for (int index = 0; index < documents.size(); index++) {
            documents.get(index).seal(version);
        }
        for (int index = 0; index < recency.size(); index++) {
            recency.get(index).seal(version);
        }
        for (int index = 0; index < changes.size(); index++) {
            ChangeCodec.seal(changes.get(index), version);
        }
    }

    /**
     * Writes into the entries of recency up to which instant documents were modified so far.
     *
     * @param before up to which it was before this batch
     */
    long sealRecency(long before) {
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
