package dev.mayfly.face.mongo.stream;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.change.ChangeCursor;
import dev.mayfly.engine.change.ChangeProgress;
import dev.mayfly.engine.change.ChangeScope;
import dev.mayfly.engine.change.History;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.collection.TimeSeries;
import dev.mayfly.face.mongo.cursor.OpenCursor;
import dev.mayfly.face.mongo.language.aggregation.Pipeline;
import dev.mayfly.face.mongo.language.aggregation.PipelineCompiler;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.jspecify.annotations.Nullable;

/** Opens change streams over a collection, a database, or everything. */
public final class ChangeStreams {
    private static final String STAGE = "$changeStream";
    private static final int NOT_FIRST = 40602;
    private static final Set<String> INTERNAL = Set.of("admin", "local", "config");
    private static final Set<String> ALLOWED =
            Set.of("$match", "$project", "$addFields", "$set", "$unset", "$replaceRoot", "$replaceWith", "$redact");

    private ChangeStreams() {}

    /** Returns whether the stages are those of a change stream. */
    public static boolean isOne(List<BsonDocument> stages) {
        for (BsonDocument stage : stages.subList(Math.min(1, stages.size()), stages.size())) {
            if (isIt(stage)) {
                throw location(NOT_FIRST, STAGE + " is only valid as the first stage in a pipeline.");
            }
        }
        return !stages.isEmpty() && isIt(stages.getFirst());
    }

    private static boolean isIt(BsonDocument stage) {
        return !stage.isEmpty() && stage.getFirstKey().equals(STAGE);
    }

    /** Returns whether the collection holds the server's own data, which a stream over everything leaves out. */
    static boolean isInternal(CollectionName name) {
        return INTERNAL.contains(name.database());
    }

    /** Refuses what is wrong with the words of a stream, before it is opened. */
    public static void check(String database, @Nullable String collection, List<BsonDocument> stages) {
        requirePlace(database, collection, options(stages));
        for (BsonDocument stage : stages.subList(1, stages.size())) {
            String name = stage.isEmpty() ? "" : stage.getFirstKey();
            if (name.startsWith("$") && PipelineCompiler.isStage(name) && !ALLOWED.contains(name)) {
                throw new CommandError(
                        MongoCode.ILLEGAL_OPERATION, name + " is not permitted in a $changeStream pipeline");
            }
        }
    }

    private static StreamOptions options(List<BsonDocument> stages) {
        return StreamOptions.of(stages.getFirst().get(STAGE, BsonNull.VALUE));
    }

    /**
     * Opens a stream that was checked.
     *
     * @param collection null for the whole database
     */
    public static OpenCursor open(
            MongoCollections collections,
            String database,
            @Nullable String collection,
            List<BsonDocument> stages,
            PipelineContext context) {
        StreamOptions options = options(stages);
        if (collection != null) {
            requireCollection(collections, database, collection);
        }
        List<BsonDocument> rest = stages.subList(1, stages.size());
        Pipeline pipeline = PipelineCompiler.compile(rest, context.variables());
        boolean ofCollection = collection != null;
        ChangeScope scope = new ChangeScope(MongoCollections.FACE, options.ofCluster() ? null : database, collection);
        ResumeToken token = options.token();
        boolean mustEnd = token != null && token.kind() == ResumeToken.Kind.LAST_EVENT && !options.ofCluster();
        History history = collections.engine().history();
        ChangeProgress from = token == null
                ? options.startAt() == null ? history.present(scope) : ChangeProgress.at(options.startAt())
                : mustEnd ? token.again() : token.next();
        ChangeCursor changes = history.follow(scope, from);
        EventRows events = new EventRows(
                changes, new ChangeEvents(collections, options, ofCollection), ofCollection, options.ofCluster());
        if (token != null && mustEnd) {
            events.startBehind(token);
        }
        boolean goesOn = token != null && token.kind() != ResumeToken.Kind.INVALIDATE;
        ResumeToken start = token == null || !goesOn
                ? new ResumeToken(from.position(), ResumeToken.Kind.WATERMARK, changes.progress())
                : token;
        return new ChangeStreamCursor(changes, events, pipeline.run(events, context), start);
    }

    private static void requireCollection(MongoCollections collections, String database, String collection) {
        boolean isSeries = collections
                .find(database, collection)
                .map(found -> TimeSeries.isOne(found.record()))
                .orElse(false);
        if (isSeries) {
            throw new CommandError(
                    MongoCode.COMMAND_NOT_SUPPORTED_ON_VIEW,
                    "Namespace " + database + "." + collection + " is a timeseries collection");
        }
    }

    private static void requirePlace(String database, @Nullable String collection, StreamOptions options) {
        if (options.ofCluster()) {
            if (!database.equals("admin") || collection != null) {
                throw new CommandError(
                        MongoCode.INVALID_OPTIONS,
                        "A $changeStream with 'allChangesForCluster:true' may only be opened on the 'admin' database,"
                                + " and with no collection name; found " + database
                                + (collection == null ? "" : "." + collection));
            }
        } else if (INTERNAL.contains(database)) {
            throw new CommandError(
                    MongoCode.INVALID_NAMESPACE,
                    "$changeStream may not be opened on the internal " + database + " database");
        } else if (collection != null && collection.startsWith("system.")) {
            throw new CommandError(
                    MongoCode.INVALID_NAMESPACE,
                    "$changeStream may not be opened on the internal " + database + "." + collection + " collection");
        }
    }
}
