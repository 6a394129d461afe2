package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.SessionIds;
import dev.mayfly.face.mongo.command.ShownOperation;
import dev.mayfly.face.mongo.session.MongoCursors;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** Cursors that wait for their clients, as rows of {@code $currentOp}. */
final class IdleCursors {
    private final CommandContext context;
    private final int bytesMax;

    IdleCursors(CommandContext context, boolean truncates) {
        this.context = context;
        this.bytesMax = truncates ? OperationRow.SHOWN_BYTES_MAX : Integer.MAX_VALUE;
    }

    /** @param all whether those of other users are shown too */
    List<BsonDocument> rows(boolean all) {
        String user = context.state().userText();
        List<BsonDocument> rows = new ArrayList<>();
        for (MongoCursors.Idle cursor : context.services().sessions().cursors().idle()) {
            if (all || cursor.owner().user().equals(user)) {
                rows.add(row(cursor));
            }
        }
        return rows;
    }

    private BsonDocument row(MongoCursors.Idle cursor) {
        BsonDocument row = new BsonDocument("type", new BsonString("idleCursor"))
                .append("host", new BsonString(context.services().settings().hostName()))
                .append("ns", new BsonString(cursor.namespace()));
        cursor.owner()
                .session()
                .ifPresent(session -> row.append("lsid", new BsonDocument("id", SessionIds.write(session.id()))));
        BsonDocument details = new BsonDocument("cursorId", new BsonInt64(cursor.id()))
                .append(
                        "lastAccessDate",
                        new BsonDateTime(context.now() - cursor.since().toMillis()))
                .append("noCursorTimeout", BsonBoolean.valueOf(cursor.isTimeless()))
                .append("awaitData", BsonBoolean.valueOf(cursor.awaitsData()));
        if (cursor.command() != null) {
            details.append("originatingCommand", ShownOperation.shortened(cursor.command(), bytesMax));
        }
        return row.append("cursor", details);
    }
}
