package dev.mayfly.engine.write;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.event.Announcer;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.format.IndexEntry;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.format.QueueEntry;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.PropertyRules;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a draft owes the properties of a document that it replaces, removes or indexes. */
public final class PropertyMaintenance {
    /*
     * The sweeper takes a dead property out of a document without giving it another version, since nothing has changed that
     * a reader could see. So a draft that rests on what is stored of a document, such as its index entries, cannot tell by
     * the version whether that is still so. It expects the document's entry in the queue of each property, too: the sweeper
     * takes that away together with the property.
     */
    private final Reader store;
    private final Partition partition;
    private final Announcer announcer;

    PropertyMaintenance(Reader store, Partition partition, Announcer announcer) {
        this.store = store;
        this.partition = partition;
        this.announcer = announcer;
    }

    /** Has a draft rest on a document as it is stored. */
    public static void expectStored(
            PendingCommit draft, Reader store, Partition partition, StoredDocument stored, Instants instants) {
        PropertyRules properties = draft.reading().schema().properties();
        if (properties != null) {
            expectEntries(draft, store, partition, stored, instants, properties);
        }
    }

    /** Returns the numbers of the queues in which the death of the property was told. */
    private static Set<Integer> expectEntries(
            PendingCommit draft,
            Reader store,
            Partition partition,
            StoredDocument stored,
            Instants instants,
            PropertyRules properties) {
        Set<Integer> told = Set.of();
        for (int position = 0; position < instants.queues().length; position++) {
            int queue = instants.queues()[position];
            if (properties.isOf(queue) && QueueEntry.stands(instants, position)) {
                byte[] key = Layout.queueKey(queue, instants.at()[position], stored.key());
                byte[] held = store.get(partition, Space.EXPIRY, key);
                expectEntry(draft, store, partition, stored, key, held);
                if (held != null && QueueEntry.isTold(held)) {
                    told = told.isEmpty() ? new HashSet<>() : told;
                    told.add(queue);
                }
            }
        }
        return told;
    }

    private static void expectEntry(
            PendingCommit draft,
            Reader store,
            Partition partition,
            StoredDocument stored,
            byte[] key,
            byte @Nullable [] held) {
        if (held != null) {
            draft.expect(new Expectation.Version(Space.EXPIRY, key, IndexEntry.version(held)));
            return;
        }
        // There is none while the queue is being built, or drains. Or the sweeper has been here since the document was
        // read, which may be some time ago where many documents were read together.
        draft.expect(new Expectation.Absent(Space.EXPIRY, key));
        byte[] document = stored.key().bytes();
        byte[] now =
                store.multiGet(partition, Space.DOCUMENT, List.of(document)).getFirst();
        if (!Arrays.equals(now, stored.bytes())) {
            draft.race();
        }
    }

    /**
     * Has a draft that replaces or removes a document rest on it as it is stored, and tells of its dead properties if the
     * sweeper has not done so yet.
     */
    void release(PendingCommit draft, StoredDocument stored, Instants instants, boolean isVisible) {
        ReadView reading = draft.reading();
        PropertyRules properties = reading.schema().properties();
        if (properties == null) {
            return;
        }
        Set<Integer> told = expectEntries(draft, store, partition, stored, instants, properties);
        if (isVisible) {
            for (PropertyRules.Death death : properties.deaths(instants, reading.now())) {
                if (!told.contains(death.queue())) {
                    tell(announcer, draft, stored.key(), stored.version(), death);
                }
            }
        }
    }

    /** Tells that a property has died. */
    public static void tell(
            Announcer announcer, PendingCommit draft, DocumentKey key, long version, PropertyRules.Death death) {
        ReadView reading = draft.reading();
        announcer.propertyExpired(
                draft,
                new Announcement(
                        reading.record().name(), key, version, death.queue(), death.deadline(), reading.now(), 0));
    }
}
