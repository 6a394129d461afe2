package dev.mayfly.face.mongo.command.session;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.Action;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.DatabasePrivilege;
import dev.mayfly.face.mongo.command.GrantedPrivileges;
import dev.mayfly.face.mongo.command.SessionIds;
import dev.mayfly.face.mongo.command.WrongType;
import dev.mayfly.face.mongo.language.aggregation.SourceStage;
import dev.mayfly.face.mongo.language.value.TypeNames;
import dev.mayfly.face.mongo.session.SessionId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The existing logical sessions, as {@code $listSessions} and {@code $listLocalSessions} report them. */
public final class SessionRows {
    private static final String ALL_USERS = "allUsers";
    private static final String USERS = "users";

    private SessionRows() {}

    /** On one server those of the cluster are its own. */
    public static List<BsonDocument> of(CommandContext context, CommandRequest request, SourceStage stage) {
        checkPlace(request, stage.name());
        if (!stage.argument().isDocument()) {
            throw new CommandError(
                    MongoCode.TYPE_MISMATCH,
                    stage.name() + " options must be specified in an object, but found: "
                            + TypeNames.of(stage.argument()));
        }
        Predicate<String> users = users(context, stage.name(), stage.argument().asDocument());
        List<BsonDocument> rows = new ArrayList<>();
        context.services().sessions().logical().idle().entrySet().stream()
                .filter(session -> users.test(session.getKey().user()))
                .sorted(Comparator.comparing(session -> session.getKey().id()))
                .forEach(session -> rows.add(row(context, session.getKey(), session.getValue())));
        return rows;
    }

    private static void checkPlace(CommandRequest request, String stage) {
        boolean ofCollection = CommandRequest.typeOf(request.argument()) == BsonType.STRING;
        if (stage.equals("$listLocalSessions") && ofCollection) {
            throw new CommandError(
                    MongoCode.INVALID_NAMESPACE,
                    "$listLocalSessions must be run against the database with {aggregate: 1}, not a collection");
        }
        boolean ofSessions = ofCollection && request.namespace().equals("config.system.sessions");
        if (stage.equals("$listSessions") && !ofSessions) {
            throw new CommandError(
                    MongoCode.INVALID_NAMESPACE, "$listSessions may only be run against config.system.sessions");
        }
    }

    /** A user sees the sessions of the same user; those of others require the privilege to monitor the server. */
    private static Predicate<String> users(CommandContext context, String stage, BsonDocument options) {
        for (String option : options.keySet()) {
            if (!option.equals(ALL_USERS) && !option.equals(USERS)) {
                throw new CommandError(
                        MongoCode.UNKNOWN_FIELD, "BSON field '" + stage + "." + option + "' is an unknown field.");
            }
        }
        boolean isForAll = isTrue(stage, options.get(ALL_USERS));
        BsonValue listed = options.get(USERS);
        Set<String> named = listed == null ? Set.of() : new NamedUsers(stage + "." + USERS).read(listed);
        if (isForAll && !named.isEmpty()) {
            throw new CommandError(
                    171,
                    "UnsupportedFormat",
                    stage + " may not specify {allUsers:true} and {users:[...]} at the same time");
        }
        if (isForAll || !named.isEmpty()) {
            GrantedPrivileges.require(DatabasePrivilege.onServer(Action.LIST_SESSIONS), "aggregate", context);
        }
        Set<String> shown = named.isEmpty() ? Set.of(context.state().userText()) : named;
        return user -> isForAll || shown.contains(user);
    }

    private static boolean isTrue(String stage, @Nullable BsonValue value) {
        if (value != null && !value.isBoolean()) {
            throw WrongType.of(stage + "." + ALL_USERS, value, "bool");
        }
        return value != null && value.asBoolean().getValue();
    }

    private static BsonDocument row(CommandContext context, SessionId session, Duration idle) {
        BsonDocument id = new BsonDocument("id", SessionIds.write(session.id()))
                .append("uid", new BsonBinary(digest(session.user())));
        return new BsonDocument("_id", id).append("lastUse", new BsonDateTime(context.now() - idle.toMillis()));
    }

    /** Returns a digest that identifies the owner of a session without revealing the name. */
    private static byte[] digest(String user) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(user.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
