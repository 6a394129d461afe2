package dev.mayfly.face.mongo.write;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.collection.CollectionSettings;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The fields by which {@code $merge} finds the document that a row belongs to; no two documents share their values.
 *
 * @param isAsked whether they were named
 */
record MergeKey(Set<String> paths, boolean isAsked) {
    private static final String ID = "_id";

    static MergeKey of(@Nullable BsonValue on) {
        if (on == null) {
            return new MergeKey(Set.of(ID), false);
        }
        if (on.isString()) {
            return new MergeKey(Set.of(on.asString().getValue()), true);
        }
        if (!on.isArray()) {
            throw new CommandError(
                    51186,
                    "$merge 'on' field  must be either a string or an array of strings, but found " + TypeNames.of(on));
        }
        if (on.asArray().isEmpty()) {
            throw new CommandError(51187, "If explicitly specifying $merge 'on', must include at least one field");
        }
        if (!on.asArray().stream().allMatch(BsonValue::isString)) {
            throw new CommandError(51134, "$merge 'on' array elements must be strings");
        }
        Set<String> paths = new LinkedHashSet<>();
        for (BsonValue path : on.asArray()) {
            if (!paths.add(path.asString().getValue())) {
                throw new CommandError(
                        31465, "Found a duplicate field '" + path.asString().getValue() + "'");
            }
        }
        return new MergeKey(paths, true);
    }

    /** Returns whether the id is among the key fields of a row. */
    boolean namesId() {
        return paths.contains(ID);
    }

    boolean isId() {
        return paths.equals(Set.of(ID));
    }

    /**
     * Refuses fields that were asked for unless an index keeps their values apart, as the collation has them.
     *
     * @param collation by which the pipeline compares
     */
    void check(Optional<Collection> collection, Collation collation) {
        boolean isKept = collection
                .map(found -> isId()
                        ? CollectionSettings.collation(found.record()).equals(collation)
                        : IndexListing.made(found.record()).stream().anyMatch(index -> isKeptBy(index, collation)))
                .orElse(isId());
        if (isAsked && !isKept) {
            throw new CommandError(51183, "Cannot find index to verify that join fields will be unique");
        }
    }

    private boolean isKeptBy(IndexDefinition index, Collation collation) {
        return index.isReady()
                && index.unique()
                && index.hasEntries()
                && index.partial().length == 0
                && IndexListing.collation(index).equals(collation)
                && index.parts().stream()
                        .map(part -> part.path().dotted())
                        .collect(Collectors.toSet())
                        .equals(paths);
    }

    /** Returns the query that finds the document of a row. */
    BsonDocument query(BsonDocument row) {
        BsonDocument query = new BsonDocument();
        for (String path : paths) {
            query.append(path, new BsonDocument("$eq", value(row, List.of(path.split("\\.", -1)))));
        }
        return query;
    }

    private static BsonValue value(BsonDocument row, List<String> names) {
        BsonValue value = row;
        for (String name : names) {
            BsonValue next = value.isDocument() ? value.asDocument().get(name) : null;
            if (next == null || Trees.isNullish(next)) {
                throw new CommandError(51132, "$merge write error: 'on' field cannot be missing, null or undefined");
            }
            value = next;
        }
        if (value.isArray()) {
            throw new CommandError(51185, "$merge write error: 'on' field cannot be an array");
        }
        return value;
    }
}
