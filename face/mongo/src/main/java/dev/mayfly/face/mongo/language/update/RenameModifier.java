package dev.mayfly.face.mongo.language.update;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;

import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Trees;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code $rename}, seen from its target: takes the value that stood at the source before the update. An
 * {@link UnsetModifier} at the source does the other half.
 */
final class RenameModifier implements Modifier {
    private final String source;

    private RenameModifier(String source) {
        this.source = source;
    }

    static void add(UpdateTree tree, String source, BsonValue argument) {
        String shown = BsonText.field(source, argument);
        if (!argument.isString()) {
            throw badValue("The 'to' field for $rename must be a string: " + shown);
        }
        String target = argument.asString().getValue();
        if (target.indexOf('\0') >= 0) {
            throw badValue("The 'to' field for $rename cannot contain an embedded null byte");
        }
        checkPaths(source, target, shown);
        tree.add(source, UnsetModifier.UNSET);
        tree.add(target, new RenameModifier(source));
    }

    private static void checkPaths(String source, String target, String shown) {
        if (source.equals(target)) {
            throw badValue("The source and target field for $rename must differ: " + shown);
        }
        if (target.startsWith(source + ".") || source.startsWith(target + ".")) {
            throw badValue("The source and target field for $rename must not be on the same path: " + shown);
        }
        if (isDynamic(source)) {
            throw badValue("The source field for $rename may not be dynamic: " + source);
        }
        if (isDynamic(target)) {
            throw badValue("The destination field for $rename may not be dynamic: " + target);
        }
    }

    private static boolean isDynamic(String path) {
        return Arrays.stream(path.split("\\.", -1)).anyMatch(name -> name.equals("$") || UpdateTree.isIdentifier(name));
    }

    @Override
    public @Nullable BsonValue apply(@Nullable BsonValue current, Place place) {
        BsonValue moved = find(place.document(), source, "source");
        if (moved == null) {
            return current;
        }
        find(place.document(), place.path(), "destination");
        return current != null && Trees.identical(current, moved) ? current : moved;
    }

    @Override
    public boolean creates(Place place) {
        return find(place.document(), source, "source") != null;
    }

    /** The value at a path, which must not lead through an array. */
    private static @Nullable BsonValue find(BsonDocument document, String path, String role) {
        List<String> names = Arrays.asList(path.split("\\.", -1));
        BsonValue value = document;
        for (int i = 0; i < names.size(); i++) {
            if (value.isArray()) {
                throw badValue("The " + role + " field cannot be an array element, '" + path + "' in doc with "
                        + BsonText.id(document) + " has an array field called '" + names.get(i - 1) + "'");
            }
            if (!value.isDocument()) {
                throw UpdateRefusals.notTraversable(path, names.get(i - 1), value);
            }
            BsonValue next = value.asDocument().get(names.get(i));
            if (next == null) {
                return null;
            }
            value = next;
        }
        return value;
    }
}
