package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.session.Role;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The built-in roles of every server and their privileges, as MongoDB's manual lists them. */
@SuppressWarnings("ImmutableEnumChecker") // Nobody adds to its set.
public enum BuiltInRole {
    READ(
            "read",
            Scope.OWN_DATABASE,
            List.of(),
            "find, listCollections, listIndexes, listSearchIndexes, collStats, dbStats, changeStream"),
    READ_WRITE(
            "readWrite",
            Scope.OWN_DATABASE,
            List.of(READ),
            "insert, update, remove, createCollection, dropCollection, createIndex, dropIndex, convertToCapped, "
                    + "renameCollectionSameDB, createSearchIndexes, updateSearchIndex, dropSearchIndex"),
    DB_ADMIN(
            "dbAdmin",
            Scope.OWN_DATABASE,
            List.of(),
            "listCollections, listIndexes, collStats, dbStats, indexStats, validate, collMod, compact, convertToCapped, "
                    + "createCollection, dropCollection, createIndex, dropIndex, dropDatabase, renameCollectionSameDB, "
                    + "createSearchIndexes, updateSearchIndex, dropSearchIndex, listSearchIndexes, "
                    + "enableProfiler, find on system.profile, bypassDocumentValidation"),
    USER_ADMIN(
            "userAdmin",
            Scope.OWN_DATABASE,
            List.of(),
            "createUser, dropUser, changePassword, changeCustomData, grantRole, revokeRole, viewUser, viewRole"),
    DB_OWNER("dbOwner", Scope.OWN_DATABASE, List.of(READ_WRITE, DB_ADMIN, USER_ADMIN), ""),
    READ_ANY_DATABASE("readAnyDatabase", Scope.ANY_DATABASE, List.of(READ), "listDatabases"),
    READ_WRITE_ANY_DATABASE("readWriteAnyDatabase", Scope.ANY_DATABASE, List.of(READ_WRITE), "listDatabases"),
    DB_ADMIN_ANY_DATABASE("dbAdminAnyDatabase", Scope.ANY_DATABASE, List.of(DB_ADMIN), "listDatabases"),
    USER_ADMIN_ANY_DATABASE("userAdminAnyDatabase", Scope.ANY_DATABASE, List.of(USER_ADMIN), "listDatabases"),
    CLUSTER_MONITOR(
            "clusterMonitor",
            Scope.ANY_DATABASE,
            List.of(),
            "serverStatus, top, inprog, getParameter, getLog, getCmdLineOpts, hostInfo, listDatabases, listSessions, "
                    + "replSetGetStatus, replSetGetConfig, getShardMap, listShards, collStats, dbStats, indexStats, find on system.profile"),
    HOST_MANAGER("hostManager", Scope.ANY_DATABASE, List.of(), "killop, killAnySession, setParameter, fsync"),
    CLUSTER_MANAGER(
            "clusterManager",
            Scope.ANY_DATABASE,
            List.of(),
            "listSessions, replSetGetStatus, replSetGetConfig, replSetConfigure, replSetStateChange, "
                    + "setDefaultRWConcern, listShards"),
    CLUSTER_ADMIN(
            "clusterAdmin",
            Scope.ANY_DATABASE,
            List.of(CLUSTER_MONITOR, HOST_MANAGER, CLUSTER_MANAGER),
            "dropDatabase"),
    BACKUP(
            "backup",
            Scope.ANY_DATABASE,
            List.of(),
            "find, find on system.profile, listCollections, listIndexes, listDatabases, getParameter, serverStatus"),
    RESTORE(
            "restore",
            Scope.ANY_DATABASE,
            List.of(USER_ADMIN),
            "insert, collMod, convertToCapped, createCollection, createIndex, dropCollection, listCollections, "
                    + "getParameter, bypassDocumentValidation"),
    ROOT(
            "root",
            Scope.ANY_DATABASE,
            List.of(
                    READ_WRITE_ANY_DATABASE,
                    DB_ADMIN_ANY_DATABASE,
                    USER_ADMIN_ANY_DATABASE,
                    CLUSTER_ADMIN,
                    BACKUP,
                    RESTORE),
            "");

    private static final String ADMIN = "admin";

    /** The databases that a role's actions apply to. */
    private enum Scope {
        /** The database that the role was given for. */
        OWN_DATABASE,
        /** All of them; such roles are of the database admin. */
        ANY_DATABASE
    }

    private final String word;
    private final Scope scope;
    private final Set<Action> actions;

    /** @param more roles whose actions it allows as well */
    BuiltInRole(String word, Scope scope, List<BuiltInRole> more, String actions) {
        this.word = word;
        this.scope = scope;
        this.actions = Action.all(actions);
        more.forEach(each -> this.actions.addAll(each.actions));
    }

    public static Optional<BuiltInRole> find(Role role) {
        return Arrays.stream(values())
                .filter(each -> each.word.equals(role.name()) && each.isOf(role.database()))
                .findFirst();
    }

    /** Returns all roles of a database, by their names. */
    public static List<Role> all(String database) {
        return Arrays.stream(values())
                .filter(each -> each.isOf(database))
                .map(each -> new Role(each.word, database))
                .sorted(Comparator.comparing(Role::name))
                .toList();
    }

    private boolean isOf(String database) {
        return scope == Scope.OWN_DATABASE || database.equals(ADMIN);
    }

    /** @param given the database that the role was given for */
    boolean grants(DatabasePrivilege privilege, String given) {
        return actions.contains(privilege.action())
                && (scope == Scope.ANY_DATABASE || privilege.database().equals(given));
    }

    public boolean isForAnyDatabase() {
        return scope == Scope.ANY_DATABASE;
    }

    /** The words of its actions on the server, or of those on databases, as they are shown to clients. */
    public List<String> words(boolean ofServer) {
        return actions.stream()
                .filter(action -> action.isOfServer() == ofServer && action != Action.FIND_PROFILE)
                .map(Action::word)
                .sorted()
                .toList();
    }
}
