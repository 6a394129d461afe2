package dev.mayfly.face.mongo.stream;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.change.ChangeEntry;
import dev.mayfly.engine.change.PropertyInstants;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.collection.MongoCollections;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Takes properties that have died meanwhile out of what the history has kept of a change. */
final class DeadProperties {
    private static final String UPDATED = "updatedFields";

    private DeadProperties() {}

    /** @param note what was kept, which is changed */
    static void remove(MongoCollections collections, ChangeEntry entry, BsonDocument note) {
        if (entry.properties().isEmpty()) {
            return;
        }
        Optional<Collection> collection =
                collections.find(entry.name().database(), entry.name().collection());
        if (collection.isEmpty()) {
            // Nothing tells any more what has died in a collection that is gone.
            List<FieldPath> all = PropertyInstants.all(entry);
            remove(note, all, all);
            return;
        }
        ReadView reading = collection.get().reading();
        remove(note, PropertyInstants.hiddenBefore(reading, entry), PropertyInstants.hiddenAfter(reading, entry));
    }

    private static void remove(BsonDocument note, List<FieldPath> before, List<FieldPath> after) {
        for (FieldPath path : before) {
            remove(note.get(ChangeNotes.BEFORE), path.names());
        }
        for (FieldPath path : after) {
            remove(note.get(ChangeNotes.AFTER), path.names());
            if (note.containsKey(ChangeNotes.UPDATE)) {
                removeUpdated(note.getDocument(ChangeNotes.UPDATE), path.names());
            }
        }
    }

    /** As a rule does: through objects, and through the objects in an array. */
    private static void remove(@Nullable BsonValue value, List<String> names) {
        if (value instanceof BsonArray array) {
            array.stream().filter(BsonValue::isDocument).forEach(element -> remove(element, names));
        } else if (value instanceof BsonDocument document) {
            if (names.size() == 1) {
                document.remove(names.getFirst());
            } else {
                remove(document.get(names.getFirst()), names.subList(1, names.size()));
            }
        }
    }

    /** Fields that were updated are named by their paths, with the places in arrays. */
    private static void removeUpdated(BsonDocument update, List<String> names) {
        BsonDocument updated = update.getDocument(UPDATED, new BsonDocument());
        for (String field : List.copyOf(updated.keySet())) {
            List<String> path = new ArrayList<>(List.of(field.split("\\.", -1)));
            path.removeIf(name -> FieldPath.positionOf(name) >= 0);
            if (isHeadOf(names, path)) {
                updated.remove(field);
                update.getDocument(NamedPaths.DISAMBIGUATED, new BsonDocument()).remove(field);
            } else if (isHeadOf(path, names)) {
                remove(updated.get(field), names.subList(path.size(), names.size()));
            }
        }
    }

    private static boolean isHeadOf(List<String> head, List<String> whole) {
        return head.size() <= whole.size() && whole.subList(0, head.size()).equals(head);
    }
}
