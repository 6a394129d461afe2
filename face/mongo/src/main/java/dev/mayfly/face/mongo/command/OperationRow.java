package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.ShellText;
import dev.mayfly.face.mongo.session.ConnectionState;
import dev.mayfly.face.mongo.session.Operation;
import dev.mayfly.face.mongo.session.Operations;
import dev.mayfly.face.mongo.session.User;
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
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** One row of {@code $currentOp}. */
final class OperationRow {
    static final String GET_MORE = "getMore";

    /** A command that is longer is shown by its beginning. */
    private static final int SHOWN_BYTES_MAX = 1024;

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
        connection.clientMetadata().ifPresent(told -> appendClient(row, told));
        connection.user().ifPresent(user -> row.append("effectiveUsers", users(user)));
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
            row.append("op", new BsonString("remove"))
                    .append("ns", new BsonString(database + "." + collection))
                    .append(
                            "command",
                            new BsonDocument("delete", new BsonString(collection))
                                    .append("$db", new BsonString(database)));
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

    private static void appendClient(BsonDocument row, BsonDocument told) {
        BsonValue application = told.get("application");
        if (application != null && application.isDocument()) {
            BsonValue name = application.asDocument().get("name");
            if (name != null) {
                row.append("appName", name);
            }
        }
        row.append("clientMetadata", told);
    }

    private static BsonArray users(User user) {
        BsonArray users = new BsonArray();
        users.add(new BsonDocument("user", new BsonString(user.name().name()))
                .append("db", new BsonString(user.name().database())));
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
        row.append("op", new BsonString(kind(operation.command())))
                .append("ns", new BsonString(namespace(operation)))
                .append("command", shown(operation, body));
        if (operation.isKilled()) {
            row.append("killPending", BsonBoolean.TRUE);
        }
    }

    private void appendTimes(BsonDocument row, long startedNanos) {
        long nanos = Math.max(0, context.services().uptimeNanos() - startedNanos);
        row.append("secs_running", new BsonInt64(TimeUnit.NANOSECONDS.toSeconds(nanos)))
                .append("microsecs_running", new BsonInt64(TimeUnit.NANOSECONDS.toMicros(nanos)));
    }

    private static String kind(String command) {
        return switch (command) {
            case "find" -> "query";
            case GET_MORE -> "getmore";
            case "insert", "update" -> command;
            case "delete" -> "remove";
            default -> "command";
        };
    }

    private static String namespace(Operation operation) {
        BsonView body = operation.message().body();
        String collection = operation.command().equals(GET_MORE) ? text(body, "collection") : first(body);
        boolean isOfDatabase = collection == null || operation.isSecret();
        String suffix = operation.command().equals("aggregate") ? "$cmd.aggregate" : "$cmd";
        return operation.database() + "." + (isOfDatabase ? suffix : collection);
    }

    private static @Nullable String first(BsonView body) {
        View.Fields fields = body.fields();
        return fields.next() ? text((BsonView) fields.value()) : null;
    }

    static @Nullable String text(BsonView body, String field) {
        return text(body.field(field));
    }

    private static @Nullable String text(@Nullable BsonView value) {
        return value != null && value.bsonType() == BsonType.STRING.getValue() ? value.stringValue() : null;
    }

    /** What its client has sent, beside documents that came in sections of their own. */
    private BsonDocument shown(Operation operation, BsonView body) {
        if (operation.isSecret()) {
            return new BsonDocument(operation.command(), new BsonString("xxx"))
                    .append("$db", new BsonString(operation.database()));
        }
        BsonDocument whole = body.toBsonValue().asDocument();
        if (!truncates || body.length() <= SHOWN_BYTES_MAX) {
            return whole;
        }
        String text = ShellText.of(whole);
        return new BsonDocument(
                "$truncated", new BsonString(text.substring(0, Math.min(text.length(), SHOWN_BYTES_MAX)) + "..."));
    }
}
