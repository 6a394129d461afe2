package dev.mayfly.face.mongo.write;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The collection that a pipeline writes to. */
public record OutputTarget(String database, String collection) {
    private static final Set<String> SERVER_DATABASES = Set.of("admin", "config", "local");
    private static final Refusals OUT = new Refusals("$out", 17385, 31321);
    private static final Refusals MERGE = new Refusals("$merge", 31319, 31320);

    /** The numbers of what one stage may not write to. */
    private record Refusals(String stage, int systemCollection, int serverDatabase) {}

    /** As {@code $out} names it: a collection of this database, or one with its database. */
    static OutputTarget ofOut(BsonValue argument, String database) {
        if (argument.isString()) {
            return checked(database, argument.asString().getValue(), OUT);
        }
        if (!argument.isDocument()) {
            throw new CommandError(
                    16990, "$out only supports a string or object argument, but found " + TypeNames.of(argument));
        }
        BsonDocument options = argument.asDocument();
        for (String option : options.keySet()) {
            if (!option.equals("db") && !option.equals("coll")) {
                throw new CommandError(
                        MongoCode.UNKNOWN_FIELD, "BSON field '$out." + option + "' is an unknown field.");
            }
        }
        return checked(required(options, "db"), required(options, "coll"), OUT);
    }

    private static String required(BsonDocument options, String name) {
        BsonValue value = options.get(name);
        if (value == null) {
            throw new CommandError(
                    MongoCode.MISSING_FIELD, "BSON field '$out." + name + "' is missing but a required field");
        }
        return text(value, "$out." + name);
    }

    private static String text(BsonValue value, String field) {
        if (!value.isString()) {
            throw new CommandError(
                    MongoCode.TYPE_MISMATCH,
                    "BSON field '" + field + "' is the wrong type '" + TypeNames.of(value)
                            + "', expected type 'string'");
        }
        return value.asString().getValue();
    }

    /** As {@code $merge} names it. */
    static OutputTarget ofMerge(@Nullable BsonValue into, String database) {
        if (into == null) {
            throw new CommandError(MongoCode.MISSING_FIELD, "BSON field '$merge.into' is missing but a required field");
        }
        if (into.isString()) {
            return checked(database, into.asString().getValue(), MERGE);
        }
        if (!into.isDocument()) {
            throw new CommandError(
                    51178,
                    "$merge 'into' field  must be either a string or an object, but found " + TypeNames.of(into));
        }
        BsonValue collection = into.asDocument().get("coll");
        if (collection == null || collection.isNull()) {
            throw new CommandError(
                    51178, "$merge 'into' field must specify a 'coll' that is not empty, null or undefined");
        }
        BsonValue named = into.asDocument().get("db");
        return checked(
                named == null ? database : text(named, "$merge.into.db"), text(collection, "$merge.into.coll"), MERGE);
    }

    private static OutputTarget checked(String database, String collection, Refusals refusals) {
        if (collection.isEmpty() || collection.indexOf('$') >= 0) {
            throw new CommandError(
                    MongoCode.INVALID_NAMESPACE,
                    "Invalid " + refusals.stage + " target namespace, " + database + "." + collection);
        }
        String namespace = database + "." + collection;
        if (collection.startsWith("system.")) {
            throw new CommandError(
                    refusals.systemCollection, "Cannot " + refusals.stage + " to special collection: " + namespace);
        }
        if (SERVER_DATABASES.contains(database)) {
            throw new CommandError(
                    refusals.serverDatabase, "Cannot " + refusals.stage + " to internal database: " + database);
        }
        return new OutputTarget(database, collection);
    }

    String namespace() {
        return database + "." + collection;
    }
}
