package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.ShownOperation;
import dev.mayfly.face.mongo.command.TtlDeletions;
import dev.mayfly.face.mongo.session.ConnectionState;
import dev.mayfly.face.mongo.session.Operation;
import dev.mayfly.face.mongo.session.Operations;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/** One row of {@code $currentOp}. */
final class OperationRow {
    /** A command that is longer is shown by its beginning. */
    static final int SHOWN_BYTES_MAX = 1024;

    private final CommandContext context;
    private final boolean truncates;

    OperationRow(CommandContext context, boolean truncates) {
        this.context = context;
        this.truncates = truncates;
    }

    BsonDocument of(Operations.Activity activity) {
        ConnectionState connection = activity.connection();
        long id = connection.connection().id();
        InetSocketAddress peer = connection.connection().peer();
        BsonDocument row = begin("conn" + id, activity.operation() != null)
                .append("connectionId", new BsonInt32((int) id))
                .append("client", new BsonString(peer.getAddress().getHostAddress() + ":" + peer.getPort()));
        connection.applicationName().ifPresent(name -> row.append("appName", name));
        connection.clientMetadata().ifPresent(told -> row.append("clientMetadata", told));
        connection.user().ifPresent(_ -> row.append("effectiveUsers", users(connection)));
        if (activity.operation() != null) {
            append(row, activity.operation());
        }
        return row;
    }

    /** The monitor, at work or asleep. */
    BsonDocument ofMonitor(TtlDeletions.@Nullable Deletion deletion) {
        BsonDocument row = begin("TTLMonitor", deletion != null);
        if (deletion != null) {
            String collection = deletion.collection().collection();
            String database = deletion.collection().database();
            row.append("opid", new BsonInt32(deletion.id()));
            appendTimes(row, deletion.startedNanos());
            row.append("op", new BsonString(ShownOperation.REMOVE))
                    .append("ns", new BsonString(database + "." + collection))
                    .append(
                            "command",
                            new BsonDocument("delete", new BsonString(collection))
                                    .append("$db", new BsonString(database)));
            appendWaits(row);
        }
        return row;
    }

    private BsonDocument begin(String description, boolean active) {
        return new BsonDocument("type", new BsonString("op"))
                .append("host", new BsonString(context.services().settings().hostName()))
                .append("desc", new BsonString(description))
                .append("active", BsonBoolean.valueOf(active))
                .append(
                        "currentOpTime",
                        new BsonString(Instant.ofEpochMilli(context.now()).toString()));
    }

    /** Returns the users that are logged in on a connection. */
    static BsonArray users(ConnectionState connection) {
        BsonArray users = new BsonArray();
        connection
                .user()
                .ifPresent(user -> users.add(
                        new BsonDocument("user", new BsonString(user.name().name()))
                                .append("db", new BsonString(user.name().database()))));
        return users;
    }

    private void append(BsonDocument row, Operation operation) {
        BsonView body = operation.message().body();
        row.append("opid", new BsonInt32(operation.id()));
        BsonView session = body.field("lsid");
        if (session != null && session.bsonType() == BsonType.DOCUMENT.getValue()) {
            row.append("lsid", session.toBsonValue());
        }
        appendTimes(row, operation.startedNanos());
        row.append("op", new BsonString(ShownOperation.kind(operation.command())))
                .append("ns", new BsonString(ShownOperation.namespace(operation)))
                .append("command", ShownOperation.command(operation, truncates ? SHOWN_BYTES_MAX : Integer.MAX_VALUE));
        appendWaits(row);
        if (operation.command().equals("createIndexes")) {
            appendProgress(row, operation);
        }
        if (operation.isKilled()) {
            row.append("killPending", BsonBoolean.TRUE);
        }
    }

    /** Appends the progress of the index build over the collection. */
    private void appendProgress(BsonDocument row, Operation operation) {
        String collection = ShownOperation.text(operation.message().body(), operation.command());
        if (collection == null) {
            return;
        }
        context.services()
                .collections()
                .findAny(operation.database(), collection)
                .flatMap(found -> found.definition().builds().stream().findFirst())
                .ifPresent(build -> row.append(
                                "msg", new BsonString("Index Build: scanning collection: " + build.index()))
                        .append(
                                "progress",
                                new BsonDocument("done", new BsonInt64(build.done()))
                                        .append("total", new BsonInt64(build.total()))));
    }

    /** Nothing ever waits for a lock of MongoDB's kinds, which scripts filter by. */
    private static void appendWaits(BsonDocument row) {
        row.append("numYields", new BsonInt32(0))
                .append("locks", new BsonDocument())
                .append("waitingForLock", BsonBoolean.FALSE);
    }

    private void appendTimes(BsonDocument row, long startedNanos) {
        long nanos = Math.max(0, context.services().uptimeNanos() - startedNanos);
        row.append("secs_running", new BsonInt64(TimeUnit.NANOSECONDS.toSeconds(nanos)))
                .append("microsecs_running", new BsonInt64(TimeUnit.NANOSECONDS.toMicros(nanos)));
    }
}
