package dev.mayfly.face.mongo.stream;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.change.Change;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.face.mongo.collection.CollectionSettings;
import dev.mayfly.face.mongo.collection.TimeSeries;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The part of a change that this face stores: just the data its events are made of, as BSON.
 *
 * <p>On the path of every write of a replica set, hence without trees where none is needed.
 */
public final class ChangeNotes {
    /** The id, of a document that is not included as a whole. */
    static final String ID = "_id";

    /** The document after the change. */
    static final String AFTER = "after";

    /** The document before it, where the collection keeps such images. */
    static final String BEFORE = "before";

    /** The parts that an update changed. */
    static final String UPDATE = "update";

    /** The index by whose rule a document died. */
    static final String INDEX = "index";

    /** The content of a face's own event. */
    static final String TOLD = "told";

    /** The option of a collection that keeps images. */
    private static final String IMAGES = "changeStreamPreAndPostImages";

    private ChangeNotes() {}

    /** Nothing of the collections that the server itself writes. */
    public static byte @Nullable [] note(CollectionRecord record, Change change) {
        if (record.name().collection().startsWith("system.") || TimeSeries.isOne(record)) {
            return null;
        }
        BsonBuilder note = new BsonBuilder();
        switch (change) {
            case Change.Inserted(byte[] after) -> note.raw(AFTER, BsonView.of(after));
            case Change.BroughtBack(byte[] after) -> note.raw(AFTER, BsonView.of(after));
            case Change.Replaced(byte[] before, byte[] after) -> {
                note.raw(AFTER, BsonView.of(after));
                addBefore(note, record, before);
            }
            case Change.Modified modified -> modified(note, record, modified);
            case Change.Removed(byte[] before) -> removed(note, record, before);
            case Change.Expired(byte[] before, int queue, long _) -> {
                removed(note, record, before);
                String index = indexOf(record, queue);
                if (index != null) {
                    note.text(INDEX, index);
                }
            }
            case Change.Told(byte[] what) -> note.raw(TOLD, BsonView.of(what));
            case Change.Created _ -> note.value(TOLD, CollectionSettings.options(record));
            case Change.Dropped _, Change.Renamed _, Change.DatabaseDropped _ -> {}
        }
        return note.finish();
    }

    private static void modified(BsonBuilder note, CollectionRecord record, Change.Modified modified) {
        addId(note, modified.after());
        note.raw(UPDATE, BsonView.of(modified.difference()));
        if (keepsImages(record)) {
            note.raw(AFTER, BsonView.of(modified.after())).raw(BEFORE, BsonView.of(modified.before()));
        }
    }

    private static void removed(BsonBuilder note, CollectionRecord record, byte[] before) {
        addId(note, before);
        addBefore(note, record, before);
    }

    private static void addBefore(BsonBuilder note, CollectionRecord record, byte[] before) {
        if (keepsImages(record)) {
            note.raw(BEFORE, BsonView.of(before));
        }
    }

    private static void addId(BsonBuilder note, byte[] body) {
        View id = BsonView.of(body).field(ID);
        if (id != null) {
            note.raw(ID, (BsonView) id);
        }
    }

    private static boolean keepsImages(CollectionRecord record) {
        View options = BsonView.of(record.options()).field("options");
        View images = options == null ? null : options.field(IMAGES);
        return images != null
                && images.toBsonValue().asDocument().getBoolean("enabled").getValue();
    }

    /** The index whose rule rests on a queue, or null when it is none's. */
    private static @Nullable String indexOf(CollectionRecord record, int queue) {
        boolean ofLifetimes = queue < QueueIds.FIRST_INDEX;
        return record.indexes().stream()
                .filter(index -> ofLifetimes ? index.kind() == IndexDefinition.Kind.LIFETIME : index.id() == queue)
                .map(IndexDefinition::name)
                .findFirst()
                .orElse(null);
    }

    static BsonDocument read(byte[] note) {
        return BsonEncoding.decode(note);
    }
}
