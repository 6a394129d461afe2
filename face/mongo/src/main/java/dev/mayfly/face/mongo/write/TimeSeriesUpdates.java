package dev.mayfly.face.mongo.write;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.TimeSeries;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The updates allowed on a time-series: a change of the meta field of all documents that a query of it finds. */
final class TimeSeriesUpdates {
    private TimeSeriesUpdates() {}

    static void check(TimeSeries series, UpdateStatement statement) {
        String cannot = "Cannot perform ";
        if (statement.argument().isArray()) {
            throw invalid(cannot + "an update on a time-series collection using a pipeline update");
        }
        if (statement.update().isReplacement()) {
            throw invalid(cannot + "a replacement document update on a time-series collection");
        }
        if (series.metaField() == null) {
            throw invalid(cannot + "an update on a time-series collection that does not have a metaField");
        }
        if (!statement.multi()) {
            throw invalid(cannot + "a non-multi update on a time-series collection");
        }
        if (statement.upsert()) {
            throw invalid(cannot + "an upsert on a time-series collection");
        }
        if (!series.isAboutMeta(statement.query())) {
            throw invalid(cannot + "an update on a time-series collection when querying on a field that is not the"
                    + " metaField '" + series.metaField() + "'");
        }
        if (!changesMeta(series, statement.argument())) {
            throw invalid(cannot + "an update on a time-series collection that modifies a field other than the"
                    + " metaField '" + series.metaField() + "'");
        }
    }

    private static boolean changesMeta(TimeSeries series, BsonValue update) {
        for (var operator : update.asDocument().entrySet()) {
            BsonDocument fields = operator.getValue().asDocument();
            for (var field : fields.entrySet()) {
                boolean moves = operator.getKey().equals("$rename")
                        && !series.isMeta(field.getValue().asString().getValue());
                if (!series.isMeta(field.getKey()) || moves) {
                    return false;
                }
            }
        }
        return true;
    }

    static CommandError invalid(String text) {
        return new CommandError(MongoCode.INVALID_OPTIONS, text);
    }
}
