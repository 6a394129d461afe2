package dev.mayfly.face.mongo.stream;

import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** What an update changed: the difference between what was there and what is, as an {@code update} event tells it. */
final class UpdateDescription {
    private final BsonDocument updated = new BsonDocument();
    private final BsonArray removed = new BsonArray();
    private final BsonArray truncated = new BsonArray();

    private UpdateDescription() {}

    static BsonDocument of(BsonDocument before, BsonDocument after) {
        UpdateDescription difference = new UpdateDescription();
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
        if (before.isDocument() && after.isDocument()) {
            compare(path + ".", before.asDocument(), after.asDocument());
        } else if (before.isArray() && after.isArray()) {
            compare(path, before.asArray(), after.asArray());
        } else {
            updated.put(path, after);
        }
    }

    private void compare(String path, BsonArray before, BsonArray after) {
        if (after.size() != before.size() && !isPrefix(before, after)) {
            updated.put(path, after);
            return;
        }
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

    private static boolean isPrefix(BsonArray one, BsonArray other) {
        int common = Math.min(one.size(), other.size());
        return one.subList(0, common).equals(other.subList(0, common));
    }
}
