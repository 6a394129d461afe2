package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.face.mongo.stream.NamedPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The fields that an update changed, as an {@code update} event reports them: the difference between the old and the
 * new document, where the operators of the update have named no coarser part. A path whose dots and numbers may be read
 * in more than one way is listed with its parts as well.
 */
public final class UpdateDescription {
    private final NamedPaths named;
    private final BsonDocument updated = new BsonDocument();
    private final BsonArray removed = new BsonArray();
    private final BsonArray truncated = new BsonArray();
    private final BsonDocument disambiguated = new BsonDocument();

    private UpdateDescription(NamedPaths named) {
        this.named = named;
    }

    /** A path from the root: its dotted form, and its parts, of which positions in arrays are numbers. */
    private record Path(String dotted, List<BsonValue> parts, boolean isAmbiguous) {
        static final Path ROOT = new Path("", List.of(), false);

        Path field(String name) {
            boolean isNumber = !parts.isEmpty() && FieldPath.positionOf(name) >= 0;
            return with(name, new BsonString(name), isNumber || name.indexOf('.') >= 0);
        }

        Path position(int index) {
            return with(Integer.toString(index), new BsonInt32(index), false);
        }

        private Path with(String name, BsonValue part, boolean isUnclear) {
            List<BsonValue> all = new ArrayList<>(parts);
            all.add(part);
            return new Path(parts.isEmpty() ? name : dotted + "." + name, all, isAmbiguous || isUnclear);
        }
    }

    /** @param update as the client put it: operators, or stages */
    public static BsonDocument of(BsonDocument before, BsonDocument after, BsonValue update) {
        UpdateDescription difference = new UpdateDescription(NamedPaths.of(update));
        difference.compare(Path.ROOT, before, after);
        BsonDocument description = new BsonDocument("updatedFields", difference.updated)
                .append("removedFields", difference.removed)
                .append("truncatedArrays", difference.truncated);
        return difference.disambiguated.isEmpty()
                ? description
                : description.append(NamedPaths.DISAMBIGUATED, difference.disambiguated);
    }

    private void compare(Path prefix, BsonDocument before, BsonDocument after) {
        for (String field : before.keySet()) {
            if (!after.containsKey(field)) {
                removed.add(new BsonString(told(prefix.field(field))));
            }
        }
        for (Map.Entry<String, BsonValue> entry : after.entrySet()) {
            BsonValue old = before.get(entry.getKey());
            if (old == null) {
                updated.put(told(prefix.field(entry.getKey())), entry.getValue());
            } else if (!old.equals(entry.getValue())) {
                compareChanged(prefix.field(entry.getKey()), old, entry.getValue());
            }
        }
    }

    /** Returns the dotted form of a path that is part of the description. */
    private String told(Path path) {
        if (path.isAmbiguous) {
            disambiguated.put(path.dotted, new BsonArray(path.parts));
        }
        return path.dotted;
    }

    private void compareChanged(Path path, BsonValue before, BsonValue after) {
        NamedPaths.Kind kind = named.at(path.dotted);
        boolean appended =
                kind == NamedPaths.Kind.APPENDED && before.isArray() && isAppended(before.asArray(), after.asArray());
        if (kind != NamedPaths.Kind.NOTHING && !appended) {
            updated.put(told(path), after);
        } else if (before.isDocument() && after.isDocument()) {
            compare(path, before.asDocument(), after.asDocument());
        } else if (before.isArray() && after.isArray()) {
            compare(path, before.asArray(), after.asArray());
        } else {
            updated.put(told(path), after);
        }
    }

    private void compare(Path path, BsonArray before, BsonArray after) {
        for (int index = 0; index < after.size(); index++) {
            if (index >= before.size()) {
                updated.put(told(path.position(index)), after.get(index));
            } else if (!before.get(index).equals(after.get(index))) {
                compareChanged(path.position(index), before.get(index), after.get(index));
            }
        }
        if (after.size() < before.size()) {
            truncated.add(new BsonDocument("field", new BsonString(told(path)))
                    .append("newSize", new BsonInt32(after.size())));
        }
    }

    private static boolean isAppended(BsonArray before, BsonArray after) {
        return before.size() < after.size() && after.subList(0, before.size()).equals(before);
    }
}
