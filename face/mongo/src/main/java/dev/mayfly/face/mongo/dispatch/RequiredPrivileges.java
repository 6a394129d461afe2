package dev.mayfly.face.mongo.dispatch;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.Action;
import dev.mayfly.face.mongo.command.CommandNames;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.DatabasePrivilege;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.crud.BulkOperation;
import dev.mayfly.face.mongo.command.crud.BulkWriteCommand;
import dev.mayfly.face.mongo.command.diagnostic.DataSizeCommand;
import dev.mayfly.face.mongo.command.user.UserFields;
import dev.mayfly.face.mongo.session.Role;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonType;

/** The privileges that a client needs to run a command: MongoDB's table of commands and actions. */
public final class RequiredPrivileges {
    private static final String BYPASS = "bypassDocumentValidation";
    private static final String PROFILE = "system.profile";
    private static final String ADMIN = "admin";

    private final CommandRequest request;
    private final String database;
    private final List<DatabasePrivilege> required = new ArrayList<>();

    private RequiredPrivileges(CommandRequest request) {
        this.request = request;
        this.database = request.database();
    }

    /** @param user the requesting user; some commands need no privilege if they concern that user only */
    static List<DatabasePrivilege> of(MongoCommand command, CommandRequest request, String user) {
        RequiredPrivileges privileges = new RequiredPrivileges(request);
        privileges.collect(command, user);
        return privileges.required;
    }

    private void collect(MongoCommand command, String user) {
        switch (command.name()) {
            case "find", "count", "distinct" -> find(collection());
            case "aggregate" -> PipelinePrivileges.of(request, required::add);
            case "mapReduce" -> mapReduce();
            case "insert" -> write(Action.INSERT);
            case "update" -> update();
            case "delete" -> onDatabase(Action.REMOVE);
            case "findAndModify" -> findAndModify();
            case CommandNames.BULK_WRITE -> bulkWrite();
            case "create" -> onDatabase(Action.CREATE_COLLECTION);
            case "createIndexes" -> onDatabase(Action.CREATE_INDEX);
            case "collMod" -> onDatabase(Action.CHANGE_COLLECTION);
            case "convertToCapped" -> onDatabase(Action.CONVERT_TO_CAPPED);
            case "drop" -> onDatabase(Action.DROP_COLLECTION);
            case "dropIndexes" -> onDatabase(Action.DROP_INDEX);
            case "createSearchIndexes" -> onDatabase(Action.CREATE_SEARCH_INDEXES);
            case "updateSearchIndex" -> onDatabase(Action.UPDATE_SEARCH_INDEX);
            case "dropSearchIndex" -> onDatabase(Action.DROP_SEARCH_INDEX);
            case "dropDatabase" -> onDatabase(Action.DROP_DATABASE);
            case "renameCollection" -> rename();
            case "listCollections" -> listCollections();
            case "listIndexes" -> onDatabase(Action.LIST_INDEXES);
            case "collStats" -> onDatabase(Action.COLLECTION_STATISTICS);
            case "dbStats" -> onDatabase(Action.DATABASE_STATISTICS);
            case "compact", "reIndex", "planCacheClear", "planCacheClearFilters" -> onDatabase(Action.COMPACT);
            case "dataSize" -> dataSize();
            case "validate" -> onDatabase(Action.VALIDATE);
            case "profile" -> onDatabase(asksForProfile() ? Action.FIND_PROFILE : Action.ENABLE_PROFILER);
            case "createUser" -> createUser();
            case "updateUser" -> updateUser();
            case "dropUser", "dropAllUsersFromDatabase" -> onDatabase(Action.DROP_USER);
            case "grantRolesToUser" -> onRoles(Action.GRANT_ROLE);
            case "revokeRolesFromUser" -> onRoles(Action.REVOKE_ROLE);
            case "usersInfo" -> usersInfo(user);
            case "rolesInfo" -> onDatabase(Action.VIEW_ROLE);
            default -> ofServer(command);
        }
    }

    private void ofServer(MongoCommand command) {
        switch (command.name()) {
            case "serverStatus" -> onServer(Action.SERVER_STATUS);
            case "getDiagnosticData" -> {
                onServer(Action.SERVER_STATUS);
                onServer(Action.REPLICA_STATUS);
            }
            case "top" -> onServer(Action.TOP);
            case "getParameter" -> onServer(Action.GET_PARAMETER);
            case "setParameter", "mayflyClock" -> onServer(Action.SET_PARAMETER);
            case "getLog" -> onServer(Action.GET_LOG);
            case "getCmdLineOpts" -> onServer(Action.GET_OPTIONS);
            case "hostInfo" -> onServer(Action.HOST_INFO);
            case "killAllSessions" -> onServer(Action.KILL_ANY_SESSION);
            case "fsync", "fsyncUnlock" -> onServer(Action.FSYNC);
            case "replSetGetStatus" -> onServer(Action.REPLICA_STATUS);
            case "replSetGetConfig" -> onServer(Action.REPLICA_CONFIGURATION);
            case "replSetInitiate", "replSetReconfig" -> onServer(Action.CONFIGURE_REPLICAS);
            case "setDefaultRWConcern" -> onServer(Action.SET_DEFAULT_CONCERNS);
            case "getShardMap" -> onServer(Action.GET_SHARD_MAP);
            case "listShards" -> onServer(Action.LIST_SHARDS);
            case "replSetStepDown", "replSetFreeze" -> onServer(Action.CHANGE_REPLICA_STATE);
            // An explained command is checked under its own name, and a cursor by its owner.
            case "explain", "getMore" -> {}
            default -> byKind(command.access());
        }
    }

    /** Returns whether the command leaves the profiler as it is. */
    private boolean asksForProfile() {
        BsonView level = request.argument();
        boolean changesLevel = !level.type().isNumber() || level.longValue() >= 0;
        return !changesLevel && !request.has("slowms") && !request.has("sampleRate") && !request.has("filter");
    }

    /** For a command that the table does not name. */
    private void byKind(Access access) {
        switch (access) {
            case ANYONE, LOGGED_IN -> {}
            case READ -> onDatabase(Action.FIND);
            case WRITE -> {
                onDatabase(Action.INSERT);
                onDatabase(Action.UPDATE);
                onDatabase(Action.REMOVE);
            }
            case MANAGE -> onDatabase(Action.CHANGE_COLLECTION);
            case PROFILE -> onDatabase(Action.ENABLE_PROFILER);
            case MANAGE_USERS -> onDatabase(Action.CREATE_USER);
            case MONITOR -> onServer(Action.SERVER_STATUS);
            case MANAGE_SERVER -> onServer(Action.SET_PARAMETER);
        }
    }

    private void onDatabase(Action action) {
        required.add(new DatabasePrivilege(action, database));
    }

    private void onServer(Action action) {
        required.add(DatabasePrivilege.onServer(action));
    }

    private String collection() {
        return CommandRequest.typeOf(request.argument()) == BsonType.STRING
                ? request.argument().stringValue()
                : "";
    }

    private void find(String collection) {
        required.add(find(database, collection));
    }

    /** Returns the privilege to read a collection; the privilege for others does not cover system collections. */
    static DatabasePrivilege find(String database, String collection) {
        return new DatabasePrivilege(collection.equals(PROFILE) ? Action.FIND_PROFILE : Action.FIND, database);
    }

    private void write(Action action) {
        onDatabase(action);
        if (isTrue(request.field(BYPASS))) {
            onDatabase(Action.BYPASS_VALIDATION);
        }
    }

    private void update() {
        write(Action.UPDATE);
        boolean inserts = request.documents("updates").stream()
                .anyMatch(update -> isTrue(Optional.ofNullable(update.field("upsert"))));
        if (inserts) {
            onDatabase(Action.INSERT);
        }
    }

    private void findAndModify() {
        onDatabase(Action.FIND);
        if (isTrue(request.field("remove"))) {
            onDatabase(Action.REMOVE);
            return;
        }
        write(Action.UPDATE);
        if (isTrue(request.field("upsert"))) {
            onDatabase(Action.INSERT);
        }
    }

    /** Its database is admin; the privileges are those on each collection's database. */
    private void bulkWrite() {
        List<CollectionName> names = BulkWriteCommand.namespaces(request);
        Set<DatabasePrivilege> each = new LinkedHashSet<>();
        for (BulkOperation operation : BulkWriteCommand.operations(request, names.size())) {
            String of = names.get(operation.namespace()).database();
            switch (operation) {
                case BulkOperation.Insert _ -> each.add(new DatabasePrivilege(Action.INSERT, of));
                case BulkOperation.Update update -> {
                    each.add(new DatabasePrivilege(Action.UPDATE, of));
                    if (update.parts().upsert()) {
                        each.add(new DatabasePrivilege(Action.INSERT, of));
                    }
                }
                case BulkOperation.Delete _ -> each.add(new DatabasePrivilege(Action.REMOVE, of));
            }
            if (isTrue(request.field(BYPASS))) {
                each.add(new DatabasePrivilege(Action.BYPASS_VALIDATION, of));
            }
        }
        required.addAll(each);
    }

    static boolean isTrue(Optional<BsonView> value) {
        return value.isPresent()
                && switch (CommandRequest.typeOf(value.get())) {
                    case BOOLEAN -> value.get().booleanValue();
                    case INT32, INT64, DOUBLE, DECIMAL128 -> value.get().doubleValue() != 0;
                    default -> false;
                };
    }

    private void dataSize() {
        CollectionName named = DataSizeCommand.named(request);
        required.add(find(named.database(), named.collection()));
    }

    /** Results that are written need what a pipeline needs that writes them. */
    private void mapReduce() {
        find(collection());
        Optional<BsonView> out = request.field("out");
        if (out.isEmpty()) {
            return;
        }
        BsonView inline = CommandRequest.typeOf(out.get()) == BsonType.DOCUMENT
                ? out.get().field("inline")
                : null;
        if (inline != null) {
            return;
        }
        BsonView other = CommandRequest.typeOf(out.get()) == BsonType.DOCUMENT
                ? out.get().field("db")
                : null;
        String into = other == null ? database : CommandRequest.textOf(other);
        required.add(new DatabasePrivilege(Action.INSERT, into));
        required.add(new DatabasePrivilege(Action.REMOVE, into));
        required.add(new DatabasePrivilege(Action.UPDATE, into));
    }

    /** Its database is admin; the privileges are those on the source's and the target's database. */
    private void rename() {
        String from = databaseOf(collection());
        String to = databaseOf(request.field("to").map(CommandRequest::textOf).orElse(""));
        if (from.equals(to)) {
            required.add(new DatabasePrivilege(Action.RENAME, from));
        } else {
            required.add(new DatabasePrivilege(Action.FIND, from));
            required.add(new DatabasePrivilege(Action.DROP_COLLECTION, from));
            required.add(new DatabasePrivilege(Action.INSERT, to));
            required.add(new DatabasePrivilege(Action.CREATE_INDEX, to));
        }
        if (isTrue(request.field("dropTarget"))) {
            required.add(new DatabasePrivilege(Action.DROP_COLLECTION, to));
        }
    }

    private static String databaseOf(String namespace) {
        int dot = namespace.indexOf('.');
        return dot < 0 ? namespace : namespace.substring(0, dot);
    }

    /** The names alone of the collections that a client may see anyway are not secret. */
    private void listCollections() {
        if (!isTrue(request.field("authorizedCollections")) || !isTrue(request.field("nameOnly"))) {
            onDatabase(Action.LIST_COLLECTIONS);
        }
    }

    private void createUser() {
        onDatabase(Action.CREATE_USER);
        onRoles(Action.GRANT_ROLE);
    }

    private void updateUser() {
        if (request.has("pwd")) {
            onDatabase(Action.CHANGE_PASSWORD);
        }
        if (request.has("customData")) {
            onDatabase(Action.CHANGE_CUSTOM_DATA);
        }
        if (request.has("roles")) {
            required.add(new DatabasePrivilege(Action.REVOKE_ROLE, DatabasePrivilege.ANY));
            onRoles(Action.GRANT_ROLE);
        }
        if (required.isEmpty()) {
            onDatabase(Action.CHANGE_PASSWORD);
        }
    }

    private void onRoles(Action action) {
        UserFields.named(request).stream()
                .map(Role::database)
                .distinct()
                .forEach(each -> required.add(new DatabasePrivilege(action, each)));
        if (required.isEmpty()) {
            onDatabase(action);
        }
    }

    private void usersInfo(String user) {
        BsonView argument = request.argument();
        if (CommandRequest.typeOf(argument) == BsonType.DOCUMENT && argument.field("forAllDBs") != null) {
            required.add(new DatabasePrivilege(Action.VIEW_USER, ADMIN));
        } else if (!isHimself(argument, user)) {
            onDatabase(Action.VIEW_USER);
        }
    }

    private boolean isHimself(BsonView argument, String user) {
        return switch (CommandRequest.typeOf(argument)) {
            case STRING -> user.equals(argument.stringValue() + "@" + database);
            case DOCUMENT ->
                user.equals(CommandRequest.textOf(argument.field("user")) + "@"
                        + CommandRequest.textOf(argument.field("db")));
            default -> false;
        };
    }
}
