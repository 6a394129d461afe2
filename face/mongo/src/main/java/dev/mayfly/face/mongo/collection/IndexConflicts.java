package dev.mayfly.face.mongo.collection;

import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.MongoRelease;
import dev.mayfly.face.mongo.language.value.ShellText;
import java.util.Objects;
import org.bson.BsonDocument;

/** Compares an index that is asked for with those that are there. */
public final class IndexConflicts {
    private static final String PARTIAL_FILTER = "partialFilterExpression";

    private IndexConflicts() {}

    /**
     * Returns whether exactly this index already exists.
     *
     * @throws CommandError if it conflicts with another index
     */
    public static boolean isThere(CollectionRecord record, IndexSpec spec, MongoRelease release) {
        if (IndexKeys.isId(spec.key())) {
            return true;
        }
        requireOtherThanId(spec);
        // The name comes first: a taken name is the answer even where another index has the key.
        for (IndexDefinition index : IndexListing.made(record)) {
            BsonDocument listed = IndexListing.of(record, index);
            if (index.name().equals(spec.name())) {
                return isThereByName(listed, spec, release);
            }
        }
        for (IndexDefinition index : IndexListing.made(record)) {
            BsonDocument listed = IndexListing.of(record, index);
            boolean secondLifetime = spec.isLifetime() && index.kind() == IndexDefinition.Kind.LIFETIME;
            if (isSameIndex(listed, spec) || secondLifetime) {
                throw conflict(listed, spec, false);
            }
        }
        return false;
    }

    private static boolean isThereByName(BsonDocument listed, IndexSpec spec, MongoRelease release) {
        if (!isSameIndex(listed, spec)) {
            throw new CommandError(
                    MongoCode.INDEX_KEY_SPECS_CONFLICT,
                    "An existing index has the same name as the requested index. When index names are not"
                            + " specified, they are auto generated and can cause conflicts. Please refer to our"
                            + " documentation. Requested index: " + ShellText.of(spec.listed())
                            + ", existing index: " + ShellText.of(listed));
        }
        if (!sameOptions(listed, spec.listed())) {
            if (release == MongoRelease.V3_6) {
                throw new CommandError(
                        MongoCode.INDEX_OPTIONS_CONFLICT,
                        "Index with name: " + spec.name() + " already exists with different options");
            }
            throw conflict(listed, spec, true);
        }
        return true;
    }

    /** Returns whether both have the same key, collation, partial filter and property, whatever their other options. */
    private static boolean isSameIndex(BsonDocument listed, IndexSpec spec) {
        return IndexKeys.same(listed.getDocument("key"), spec.key())
                && Objects.equals(listed.get(PropertyOption.NAME), spec.listed().get(PropertyOption.NAME))
                && Objects.equals(listed.get("collation"), spec.listed().get("collation"))
                && PartialFilters.same(listed.get(PARTIAL_FILTER), spec.listed().get(PARTIAL_FILTER));
    }

    private static void requireOtherThanId(IndexSpec spec) {
        if (spec.name().equals(IndexListing.ID_INDEX)) {
            throw new CommandError(
                    MongoCode.BAD_VALUE,
                    "The index name '_id_' is reserved for the _id index, which must have key pattern {_id: 1}, found"
                            + " key: "
                            + ShellText.of(spec.key()));
        }
    }

    private static CommandError conflict(BsonDocument listed, IndexSpec spec, boolean sameName) {
        String both = "Requested index: " + ShellText.of(spec.listed()) + ", existing index: " + ShellText.of(listed);
        if (sameName) {
            return new CommandError(
                    MongoCode.INDEX_OPTIONS_CONFLICT,
                    "An equivalent index already exists with the same name but different options. " + both);
        }
        if (sameOptions(listed, spec.listed())) {
            return new CommandError(
                    MongoCode.INDEX_OPTIONS_CONFLICT,
                    "Index already exists with a different name: "
                            + listed.getString("name").getValue());
        }
        return new CommandError(
                MongoCode.INDEX_OPTIONS_CONFLICT,
                "An equivalent index already exists with a different name and options. " + both);
    }

    /** Returns whether they differ only in name, in how the key is written, in a version, and in being hidden. */
    private static boolean sameOptions(BsonDocument left, BsonDocument right) {
        return options(left).equals(options(right));
    }

    private static BsonDocument options(BsonDocument listed) {
        BsonDocument options = new BsonDocument();
        listed.forEach((field, value) -> {
            boolean compared = !field.equals("name")
                    && !field.equals("key")
                    && !field.equals("v")
                    && !field.equals("hidden")
                    && !field.equals("2dsphereIndexVersion")
                    && !field.equals("textIndexVersion")
                    && !field.equals(PARTIAL_FILTER);
            boolean isSet = !value.isBoolean() || value.asBoolean().getValue();
            if (compared && isSet) {
                options.put(field, value);
            }
        });
        return options;
    }
}
