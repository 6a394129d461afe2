package dev.mayfly.face.mongo.stream;

import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What an update changed, as an {@code update} event tells it: the difference between what was there and what is, where
 * the operators of the update have named no coarser part.
 */
public final class UpdateDescription {
    private final NamedPaths named;
    private final BsonDocument updated = new BsonDocument();
    private final BsonArray removed = new BsonArray();
    private final BsonArray truncated = new BsonArray();

    private UpdateDescription(NamedPaths named) {
        this.named = named;
    }

    /** @param update as the client put it: operators, or stages */
    public static BsonDocument of(BsonDocument before, BsonDocument after, BsonValue update) {
        UpdateDescription difference = new UpdateDescription(NamedPaths.of(update));
        difference.compare("", before, after);
        return new BsonDocument("updatedFields", difference.updated)
                .append("removedFields", difference.removed)
                .append("truncatedArrays", difference.truncated);
    }

    private void compare(String prefix, BsonDocument before, BsonDocument after) {
        for (String field : before.keySet()) {
            if (!after.containsKey(field)) {
                removed.add(new BsonString(prefix + field));
            }
        }
        for (Map.Entry<String, BsonValue> entry : after.entrySet()) {
            BsonValue old = before.get(entry.getKey());
            if (old == null) {
                updated.put(prefix + entry.getKey(), entry.getValue());
            } else {
                compare(prefix + entry.getKey(), old, entry.getValue());
            }
        }
    }

    private void compare(String path, BsonValue before, BsonValue after) {
        if (before.equals(after)) {
            return;
        }
        NamedPaths.Kind kind = named.at(path);
        boolean appended =
                kind == NamedPaths.Kind.APPENDED && before.isArray() && isAppended(before.asArray(), after.asArray());
        if (kind != NamedPaths.Kind.NOTHING && !appended) {
            updated.put(path, after);
        } else if (before.isDocument() && after.isDocument()) {
            compare(path + ".", before.asDocument(), after.asDocument());
        } else if (before.isArray() && after.isArray()) {
            compare(path, before.asArray(), after.asArray());
        } else {
            updated.put(path, after);
        }
    }

    private void compare(String path, BsonArray before, BsonArray after) {
        for (int index = 0; index < after.size(); index++) {
            String at = path + "." + index;
            if (index < before.size()) {
                compare(at, before.get(index), after.get(index));
            } else {
                updated.put(at, after.get(index));
            }
        }
        if (after.size() < before.size()) {
            truncated.add(
                    new BsonDocument("field", new BsonString(path)).append("newSize", new BsonInt32(after.size())));
        }
    }

    private static boolean isAppended(BsonArray before, BsonArray after) {
        return before.size() < after.size() && after.subList(0, before.size()).equals(before);
    }
}
