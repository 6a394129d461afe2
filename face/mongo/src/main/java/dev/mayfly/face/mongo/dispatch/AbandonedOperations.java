package dev.mayfly.face.mongo.dispatch;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.command.ShownOperation;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.session.ConnectionState;
import dev.mayfly.face.mongo.session.Operation;
import java.util.Set;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/** Operations whose client has gone: reads are ended because their results are useless, writes are completed. */
final class AbandonedOperations {
    private static final Set<String> READS = Set.of("find", ShownOperation.GET_MORE, "count", "distinct");

    private AbandonedOperations() {}

    /** Call when a connection is closed. */
    static void end(ConnectionState connection) {
        Operation operation = connection.operation();
        if (operation != null && isRead(operation)) {
            operation.kill(OperationContext.Reason.CLIENT_GONE);
        }
    }

    private static boolean isRead(Operation operation) {
        return READS.contains(operation.command())
                || (operation.command().equals("aggregate")
                        && !writes(operation.message().body().field("pipeline")));
    }

    private static boolean writes(@Nullable BsonView pipeline) {
        if (pipeline == null || pipeline.bsonType() != BsonType.ARRAY.getValue()) {
            return false;
        }
        boolean writes = false;
        View.Fields stages = pipeline.fields();
        while (stages.next()) {
            BsonView stage = (BsonView) stages.value();
            if (stage.bsonType() == BsonType.DOCUMENT.getValue()) {
                writes |= stage.field("$out") != null || stage.field("$merge") != null;
            }
        }
        return writes;
    }
}
