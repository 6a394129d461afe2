package dev.mayfly.face.mongo.stream;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.change.ChangeEntry;
import dev.mayfly.engine.change.ChangeKind;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.MongoCollections;
import java.util.Optional;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Turns entries of the history into events of a stream. Used by one thread at a time. */
final class ChangeEvents {
    private final MongoCollections collections;
    private final StreamOptions options;
    private final boolean ofCollection;

    ChangeEvents(MongoCollections collections, StreamOptions options, boolean ofCollection) {
        this.collections = collections;
        this.options = options;
        this.ofCollection = ofCollection;
    }

    /** The event of an entry, or null when streams of this kind do not tell it. */
    @Nullable
    BsonDocument of(ChangeEntry entry, ResumeToken token) {
        BsonDocument note = entry.note().length == 0 ? new BsonDocument() : ChangeNotes.read(entry.note());
        DeadProperties.remove(collections, entry, note);
        return switch (entry.kind()) {
            case INSERTED -> whole(entry, token, note, "insert");
            case BROUGHT_BACK ->
                whole(entry, token, note, "insert")
                        .append("mayfly", new BsonDocument("reason", new BsonString("broughtBack")));
            case REPLACED -> imaged(whole(entry, token, note, "replace"), note);
            case MODIFIED -> updated(entry, token, note);
            case REMOVED -> imaged(keyed(head(entry, token, "delete"), entry, note), note);
            case EXPIRED -> imaged(expired(entry, token, note), note);
            case DROPPED -> head(entry, token, "drop").append("ns", namespace(entry.name()));
            case RENAMED -> renamed(entry, token);
            case DATABASE_DROPPED ->
                ofCollection
                        ? null
                        : head(entry, token, "dropDatabase")
                                .append(
                                        "ns",
                                        new BsonDocument(
                                                "db",
                                                new BsonString(entry.name().database())));
            case CREATED ->
                options.showsExpanded()
                        ? head(entry, token, "create")
                                .append("ns", namespace(entry.name()))
                                .append("operationDescription", note.getDocument(ChangeNotes.TOLD))
                        : null;
            case TOLD -> options.showsExpanded() ? told(entry, token, note) : null;
        };
    }

    /** The event that ends a stream. */
    static BsonDocument invalidate(ResumeToken token, BsonValue clusterTime, BsonValue wallTime) {
        return new BsonDocument("_id", token.toBson())
                .append("operationType", new BsonString("invalidate"))
                .append("clusterTime", clusterTime)
                .append("wallTime", wallTime);
    }

    private static BsonDocument head(ChangeEntry entry, ResumeToken token, String operation) {
        return new BsonDocument("_id", token.toBson())
                .append("operationType", new BsonString(operation))
                .append("clusterTime", new BsonTimestamp(entry.position().time()))
                .append("wallTime", new BsonDateTime(entry.at()));
    }

    private static BsonDocument namespace(CollectionName name) {
        return new BsonDocument("db", new BsonString(name.database()))
                .append("coll", new BsonString(name.collection()));
    }

    private static BsonDocument keyed(BsonDocument event, ChangeEntry entry, BsonDocument holder) {
        return event.append("ns", namespace(entry.name()))
                .append("documentKey", new BsonDocument("_id", holder.get("_id", BsonNull.VALUE)));
    }

    private static BsonDocument whole(ChangeEntry entry, ResumeToken token, BsonDocument note, String operation) {
        BsonDocument document = note.getDocument(ChangeNotes.AFTER);
        return keyed(head(entry, token, operation).append("fullDocument", document), entry, document);
    }

    private static BsonDocument expired(ChangeEntry entry, ResumeToken token, BsonDocument note) {
        BsonDocument why = new BsonDocument("reason", new BsonString("ttl"));
        if (note.containsKey(ChangeNotes.INDEX)) {
            why.append("index", note.get(ChangeNotes.INDEX));
        }
        ChangeEntry.Expiry expiry = entry.expiry();
        if (expiry != null) {
            why.append("deadline", new BsonDateTime(expiry.deadline()));
        }
        return keyed(head(entry, token, "delete"), entry, note).append("mayfly", why);
    }

    private static BsonDocument renamed(ChangeEntry entry, ResumeToken token) {
        BsonDocument event = head(entry, token, "rename").append("ns", namespace(entry.name()));
        CollectionName to = entry.to();
        return to == null ? event : event.append("to", namespace(to));
    }

    private static BsonDocument told(ChangeEntry entry, ResumeToken token, BsonDocument note) {
        BsonDocument told = note.getDocument(ChangeNotes.TOLD);
        BsonDocument event =
                head(entry, token, told.getString("operationType").getValue()).append("ns", namespace(entry.name()));
        told.forEach((field, value) -> {
            if (!field.equals("operationType")) {
                event.append(field, value);
            }
        });
        return event;
    }

    private BsonDocument updated(ChangeEntry entry, ResumeToken token, BsonDocument note) {
        BsonDocument event = head(entry, token, "update");
        BsonValue after = after(entry, note);
        if (after != null) {
            event.append("fullDocument", after);
        }
        keyed(event, entry, note).append("updateDescription", description(note.getDocument(ChangeNotes.UPDATE)));
        if (options.after() == StreamOptions.Image.REQUIRED && after == null) {
            throw missing("post-image for all update events, but the post-image was not found for event: ", event);
        }
        return imaged(event, note);
    }

    private BsonDocument description(BsonDocument kept) {
        BsonValue paths = kept.remove(NamedPaths.DISAMBIGUATED);
        return options.showsExpanded()
                ? kept.append(NamedPaths.DISAMBIGUATED, paths == null ? new BsonDocument() : paths)
                : kept;
    }

    private @Nullable BsonValue after(ChangeEntry entry, BsonDocument note) {
        return switch (options.after()) {
            case UPDATE_LOOKUP -> lookUp(entry);
            case WHEN_AVAILABLE -> note.get(ChangeNotes.AFTER, BsonNull.VALUE);
            case REQUIRED -> note.get(ChangeNotes.AFTER);
            case DEFAULT, OFF -> null;
        };
    }

    /** The document as it is now, which may be later than the event. */
    private BsonValue lookUp(ChangeEntry entry) {
        CollectionName name = entry.name();
        Optional<Collection> collection = collections.find(name.database(), name.collection());
        DocumentKey key = entry.key();
        if (collection.isEmpty() || key == null) {
            return BsonNull.VALUE;
        }
        Document found = collection.get().get(collection.get().reading(), key);
        return found == null ? BsonNull.VALUE : found.view().toBsonValue();
    }

    private BsonDocument imaged(BsonDocument event, BsonDocument note) {
        BsonValue before = note.get(ChangeNotes.BEFORE);
        switch (options.before()) {
            case WHEN_AVAILABLE -> event.append("fullDocumentBeforeChange", before == null ? BsonNull.VALUE : before);
            case REQUIRED -> {
                if (before == null) {
                    throw missing(
                            "pre-image for all update, delete and replace events, but the pre-image was not found for"
                                    + " event: ",
                            event);
                }
                event.append("fullDocumentBeforeChange", before);
            }
            case DEFAULT, UPDATE_LOOKUP, OFF -> {}
        }
        return event;
    }

    private static CommandError missing(String what, BsonDocument event) {
        return new CommandError(
                MongoCode.NO_MATCHING_DOCUMENT, "Change stream was configured to require a " + what + event.toJson());
    }

    /** Returns whether a stream of one collection, or of one database, ends after this change. */
    static boolean ends(ChangeKind kind, boolean ofCollection, boolean ofCluster) {
        return switch (kind) {
            case DROPPED, RENAMED -> ofCollection;
            case DATABASE_DROPPED -> !ofCollection && !ofCluster;
            case INSERTED, REPLACED, MODIFIED, REMOVED, EXPIRED, BROUGHT_BACK, CREATED, TOLD -> false;
        };
    }
}
