package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Where the results of mapReduce go.
 *
 * @param action replace, merge or reduce
 */
record MapReduceOutput(String action, String database, String collection) {
    /** Returns null if the results are the answer. */
    static @Nullable MapReduceOutput of(BsonValue out, String database) {
        if (out.isString()) {
            return new MapReduceOutput("replace", database, out.asString().getValue());
        }
        if (!out.isDocument()) {
            throw new CommandError(MongoCode.TYPE_MISMATCH, "'out' must be either a string or an object");
        }
        BsonDocument document = out.asDocument();
        if (document.containsKey("inline")) {
            return null;
        }
        for (String action : List.of("replace", "merge", "reduce")) {
            if (document.containsKey(action) && document.get(action).isString()) {
                BsonValue other = document.get("db");
                return new MapReduceOutput(
                        action,
                        other != null && other.isString() ? other.asString().getValue() : database,
                        document.getString(action).getValue());
            }
        }
        throw new CommandError(
                MongoCode.BAD_VALUE, "'out' has no output: one of inline, replace, merge and reduce is needed");
    }

    BsonDocument stage(BsonValue reduce) {
        BsonDocument into = new BsonDocument("db", new BsonString(database)).append("coll", new BsonString(collection));
        if (action.equals("replace")) {
            return new BsonDocument("$out", into);
        }
        BsonDocument merge = new BsonDocument("into", into).append("on", new BsonString("_id"));
        if (action.equals("merge")) {
            merge.append("whenMatched", new BsonString("replace"));
        } else {
            BsonDocument both = new BsonDocument(
                    "$function",
                    new BsonDocument("body", reduce)
                            .append(
                                    "args",
                                    new BsonArray(List.of(
                                            new BsonString("$_id"),
                                            new BsonArray(
                                                    List.of(new BsonString("$value"), new BsonString("$$new.value"))))))
                            .append("lang", new BsonString("js")));
            merge.append(
                    "whenMatched",
                    new BsonArray(
                            List.of(new BsonDocument("$project", new BsonDocument(MapReduceCommand.VALUE, both)))));
        }
        return new BsonDocument("$merge", merge.append("whenNotMatched", new BsonString("insert")));
    }

    /** The collection as the answer names it. */
    BsonValue named(BsonValue out) {
        return out.isDocument() && out.asDocument().containsKey("db")
                ? new BsonDocument("db", new BsonString(database)).append("collection", new BsonString(collection))
                : new BsonString(collection);
    }
}
