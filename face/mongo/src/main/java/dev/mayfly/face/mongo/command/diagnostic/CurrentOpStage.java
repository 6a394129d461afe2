package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.Action;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.DatabasePrivilege;
import dev.mayfly.face.mongo.command.GrantedPrivileges;
import dev.mayfly.face.mongo.command.TtlDeletions;
import dev.mayfly.face.mongo.language.value.TypeNames;
import dev.mayfly.face.mongo.session.Operations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;

/** The operations in progress, as {@code $currentOp} and {@code currentOp} report them. */
final class CurrentOpStage {
    private static final Set<String> OPTIONS = Set.of(
            "allUsers",
            "idleConnections",
            "idleCursors",
            "idleSessions",
            "localOps",
            "truncateOps",
            "backtrace",
            "targetAllNodes");

    private CurrentOpStage() {}

    static List<BsonDocument> rows(CommandContext context, CommandRequest request, BsonValue argument) {
        boolean ofServer = CommandRequest.typeOf(request.argument()) != BsonType.STRING
                && request.database().equals("admin");
        if (!ofServer) {
            throw new CommandError(
                    MongoCode.INVALID_NAMESPACE,
                    "$currentOp must be run against the 'admin' database with {aggregate: 1}");
        }
        if (!argument.isDocument()) {
            throw refused("$currentOp options must be specified in an object, but found: " + TypeNames.of(argument));
        }
        for (Map.Entry<String, BsonValue> option : argument.asDocument().entrySet()) {
            requireOption(option.getKey(), option.getValue());
        }
        BsonDocument options = argument.asDocument();
        boolean all = is(options, "allUsers");
        boolean truncates = is(options, "truncateOps");
        List<BsonDocument> rows = rows(context, all, is(options, "idleConnections"), truncates);
        if (is(options, "idleCursors")) {
            IdleCursors cursors = new IdleCursors(context, truncates);
            rows.addAll(cursors.rows(all || !context.services().settings().authRequired()));
        }
        return rows;
    }

    private static void requireOption(String option, BsonValue value) {
        if (!OPTIONS.contains(option)) {
            throw refused("Unrecognized option '" + option + "' in $currentOp stage.");
        }
        if (!value.isBoolean()) {
            throw refused("The '" + option + "' parameter of the $currentOp stage must be a boolean value, but found: "
                    + TypeNames.of(value));
        }
    }

    private static CommandError refused(String text) {
        return new CommandError(MongoCode.FAILED_TO_PARSE, text);
    }

    private static boolean is(BsonDocument options, String option) {
        BsonValue value = options.get(option);
        return value != null && value.isBoolean() && value.asBoolean().getValue();
    }

    /**
     * Returns one row for each operation.
     *
     * @param all whether those of other users are shown, which needs a privilege
     * @param idle whether connections that wait for their clients are shown
     */
    static List<BsonDocument> rows(CommandContext context, boolean all, boolean idle, boolean truncates) {
        if (all) {
            GrantedPrivileges.require(DatabasePrivilege.onServer(Action.IN_PROGRESS), "currentOp", context);
        }
        boolean everybody = all || !context.services().settings().authRequired();
        OperationRow row = new OperationRow(context, truncates);
        List<BsonDocument> rows = new ArrayList<>();
        TtlDeletions.Deletion deletion =
                context.services().ttlDeletions().current().orElse(null);
        if (everybody && (idle || deletion != null)) {
            rows.add(row.ofMonitor(deletion));
        }
        for (Operations.Activity activity : context.services().operations().look()) {
            boolean shown = everybody || isOwn(context, activity);
            if (shown && (idle || activity.operation() != null)) {
                rows.add(row.of(activity));
            }
        }
        return rows;
    }

    static boolean isOwn(CommandContext context, Operations.Activity activity) {
        return activity.connection().userText().equals(context.state().userText());
    }
}
