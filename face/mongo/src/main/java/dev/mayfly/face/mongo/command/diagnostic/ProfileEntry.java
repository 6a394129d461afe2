package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.ShownOperation;
import dev.mayfly.face.mongo.language.run.ExecutionStats;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.session.ConnectionState;
import dev.mayfly.face.mongo.session.Operation;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.concurrent.TimeUnit;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/** The profiler's record of a client's operation that has ended, in MongoDB's fields. */
public final class ProfileEntry {
    /** A command that is longer is written down by its beginning. */
    static final int COMMAND_BYTES_MAX = 50 << 10;

    private final ConnectionState state;
    private final Operation operation;
    private final Reply reply;
    private final long at;

    /** @param at when it ended, by the clock of documents */
    public ProfileEntry(ConnectionState state, Operation operation, Reply reply, long at) {
        this.state = state;
        this.operation = operation;
        this.reply = reply;
        this.at = at;
    }

    /**
     * Returns the entry of the whole command.
     *
     * @param run null if its cost was not counted
     */
    public BsonDocument ofCommand(@Nullable OperationContext run, long nanos) {
        BsonDocument entry = begin(ShownOperation.command(operation, COMMAND_BYTES_MAX));
        BsonView origin = run == null ? null : run.origin();
        if (origin != null) {
            entry.append("originatingCommand", ShownOperation.shortened(origin, COMMAND_BYTES_MAX));
        }
        BsonView cursor = field(reply.view(), "cursor", BsonType.DOCUMENT);
        long id = cursor == null ? 0 : number(cursor, "id");
        if (id != 0) {
            entry.append("cursorid", Trees.whole(id));
        }
        if (run != null) {
            append(entry, run.stats());
        }
        if (cursor != null && id == 0) {
            entry.append("cursorExhausted", BsonBoolean.TRUE);
        }
        if (operation.command().equals("insert")) {
            entry.append("ninserted", Trees.whole(number(reply.view(), "n")));
        }
        entry.append("numYield", new BsonInt32(0));
        if (cursor != null) {
            entry.append("nreturned", new BsonInt32(returned(cursor)));
        }
        if (!reply.isOk()) {
            appendFailure(entry, reply.view(), "codeName");
        }
        return end(entry, run == null ? "" : run.stats().planSummary(), nanos);
    }

    /** One statement of several. */
    public BsonDocument ofStatement(BsonView statement, ExecutionStats stats) {
        BsonDocument entry = begin(ShownOperation.shortened(statement, COMMAND_BYTES_MAX));
        append(entry, stats);
        entry.append("numYield", new BsonInt32(0));
        BsonView failure = failure(stats.statement());
        if (failure != null) {
            appendFailure(entry, failure, "");
        }
        return end(entry, stats.planSummary(), stats.nanos());
    }

    private BsonDocument begin(BsonDocument command) {
        return new BsonDocument("op", new BsonString(ShownOperation.kind(operation.command())))
                .append("ns", new BsonString(ShownOperation.namespace(operation)))
                .append("command", command);
    }

    private void append(BsonDocument entry, ExecutionStats stats) {
        if (!stats.planSummary().isEmpty()) {
            entry.append("keysExamined", Trees.whole(stats.keysExamined()))
                    .append("docsExamined", Trees.whole(stats.documentsExamined()));
        }
        if (stats.isSorted()) {
            entry.append("hasSortStage", BsonBoolean.TRUE);
        }
        if (stats.hasUsedDisk()) {
            entry.append("usedDisk", BsonBoolean.TRUE);
        }
        boolean isUpdate = operation.command().equals(ShownOperation.UPDATE);
        if (isUpdate || stats.matched() > 0 || stats.upserts() > 0) {
            entry.append("nMatched", Trees.whole(stats.matched())).append("nModified", Trees.whole(stats.modified()));
        }
        if (stats.upserts() > 0) {
            entry.append("nUpserted", Trees.whole(stats.upserts()));
        }
        if (operation.command().equals("delete") || stats.deletes() > 0) {
            entry.append("ndeleted", Trees.whole(stats.deletes()));
        }
    }

    private @Nullable BsonView failure(int statement) {
        BsonView failures = field(reply.view(), "writeErrors", BsonType.ARRAY);
        if (failures == null) {
            return null;
        }
        View.Fields each = failures.fields();
        while (each.next()) {
            BsonView failure = (BsonView) each.value();
            if (number(failure, "index") == statement) {
                return failure;
            }
        }
        return null;
    }

    private static void appendFailure(BsonDocument entry, BsonView failure, String name) {
        entry.append("ok", new BsonInt32(0)).append("errMsg", text(failure, "errmsg"));
        if (!name.isEmpty()) {
            entry.append("errName", text(failure, name));
        }
        entry.append("errCode", Trees.whole(number(failure, "code")));
    }

    private static BsonString text(BsonView document, String field) {
        String text = ShownOperation.text(document, field);
        return new BsonString(text == null ? "" : text);
    }

    private BsonDocument end(BsonDocument entry, String planSummary, long nanos) {
        entry.append("responseLength", new BsonInt32(reply.view().length()))
                .append("protocol", new BsonString(operation.message().form().isQuery() ? "op_query" : "op_msg"))
                .append("millis", Trees.whole(TimeUnit.NANOSECONDS.toMillis(nanos)));
        if (!planSummary.isEmpty()) {
            entry.append("planSummary", new BsonString(planSummary));
        }
        entry.append("ts", new BsonDateTime(at))
                .append(
                        "client",
                        new BsonString(state.connection().peer().getAddress().getHostAddress()));
        state.applicationName().ifPresent(name -> entry.append("appName", name));
        return entry.append("allUsers", OperationRow.users(state)).append("user", new BsonString(userText()));
    }

    private String userText() {
        return state.user()
                .map(user -> user.name().name() + "@" + user.name().database())
                .orElse("");
    }

    private static int returned(BsonView cursor) {
        BsonView first = field(cursor, "firstBatch", BsonType.ARRAY);
        BsonView batch = first == null ? field(cursor, "nextBatch", BsonType.ARRAY) : first;
        int count = 0;
        if (batch != null) {
            View.Fields documents = batch.fields();
            while (documents.next()) {
                count++;
            }
        }
        return count;
    }

    private static long number(BsonView document, String field) {
        BsonView value = document.field(field);
        return value != null && value.type().isNumber() ? value.longValue() : 0;
    }

    private static @Nullable BsonView field(BsonView document, String field, BsonType type) {
        BsonView value = document.field(field);
        return value != null && CommandRequest.typeOf(value) == type ? value : null;
    }
}
