package dev.mayfly.test.conformance.mongo;

import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.RowTable;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Which of MongoDB's built-in roles may run which command, as its manual says. */
final class RoleMatrix {
    /** The database that the roles of one database are given for. */
    static final String DATABASE = "shop";

    private static final String ADMIN = "admin";
    private static final String READERS = "read readWrite dbOwner readAnyDatabase readWriteAnyDatabase ";
    private static final String WRITERS = "readWrite dbOwner readWriteAnyDatabase ";
    private static final String ADMINS = "dbAdmin dbOwner dbAdminAnyDatabase ";
    private static final String MANAGERS = "userAdmin dbOwner userAdminAnyDatabase restore ";
    private static final String COMPACTERS = ADMINS;
    private static final String MONITORS = "clusterMonitor clusterAdmin ";
    private static final String STATISTICS = READERS + ADMINS + MONITORS;
    private static final String HOSTS = "hostManager clusterAdmin ";
    private static final String REPLICAS = "clusterManager clusterAdmin ";

    /** Whoever has logged in, whatever his roles. */
    private static final String ALL = "*";

    static final List<String> OF_A_DATABASE = List.of("read", "readWrite", "dbAdmin", "userAdmin", "dbOwner");

    static final List<String> OF_THE_SERVER = List.of(
            "readAnyDatabase",
            "readWriteAnyDatabase",
            "dbAdminAnyDatabase",
            "userAdminAnyDatabase",
            "clusterMonitor",
            "hostManager",
            "clusterManager",
            "clusterAdmin",
            "backup",
            "restore",
            "root");

    private static final String USER = "pwd: 'p', roles: ['read']";
    private static final String SESSION = "[{id: {$binary: {base64: 'AAECAwQFBgcICQoLDA0ODw==', subType: '04'}}}]";

    /** One request and who may make it; root may make them all. */
    static final List<Row> ROWS = List.of(
            onShop("{find: 'c'}", READERS + "backup"),
            onShop("{find: 'system.profile'}", ADMINS + MONITORS + "backup"),
            onShop("{count: 'c'}", READERS + "backup"),
            onShop("{distinct: 'c', key: 'n'}", READERS + "backup"),
            onShop(
                    "{mapReduce: 'c', map: 'function() { emit(1, 1) }', reduce: 'function(k, v) { return 1 }', out: {inline: 1}}",
                    READERS + "backup"),
            onShop(
                    "{mapReduce: 'c', map: 'function() { emit(1, 1) }', reduce: 'function(k, v) { return 1 }', out: 'd'}",
                    WRITERS),
            onShop("{explain: {find: 'c'}}", READERS + "backup"),
            onShop("{explain: {delete: 'c', deletes: [{q: {}, limit: 0}]}}", WRITERS),
            onShop("{aggregate: 'c', pipeline: [], cursor: {}}", READERS + "backup"),
            pipeline("{$lookup: {from: 'd', as: 'd', pipeline: []}}", READERS + "backup"),
            pipeline("{$unionWith: 'system.profile'}", "dbOwner backup"),
            pipeline("{$facet: {a: [{$lookup: {from: 'system.profile', as: 'd', pipeline: []}}]}}", "dbOwner backup"),
            pipeline("{$out: 'd'}", WRITERS),
            pipeline("{$out: {db: 'other', coll: 'd'}}", "readWriteAnyDatabase"),
            pipeline("{$merge: 'd'}", WRITERS),
            pipeline("{$merge: {into: {db: 'other', coll: 'd'}, whenMatched: 'fail'}}", "readWriteAnyDatabase"),
            pipeline("{$collStats: {count: {}}}", STATISTICS),
            pipeline("{$indexStats: {}}", ADMINS + MONITORS),
            pipeline("{$changeStream: {}}", READERS),
            onShop("{getMore: {$numberLong: '1'}, collection: 'c'}", ALL),
            onShop("{killCursors: 'c', cursors: [{$numberLong: '1'}]}", ALL),
            onShop("{insert: 'c', documents: [{n: 1}]}", WRITERS + "restore"),
            onShop("{insert: 'c', documents: [{n: 1}], bypassDocumentValidation: true}", "dbOwner restore"),
            onShop("{update: 'c', updates: [{q: {_id: 0}, u: {$set: {n: 1}}}]}", WRITERS),
            onShop("{update: 'c', updates: [{q: {_id: 0}, u: {$set: {n: 1}}, upsert: true}]}", WRITERS),
            onShop("{delete: 'c', deletes: [{q: {_id: 0}, limit: 1}]}", WRITERS),
            onShop("{findAndModify: 'c', query: {_id: 0}, update: {$set: {n: 1}}}", WRITERS),
            onAdmin(
                    "{bulkWrite: 1, ops: [{insert: 0, document: {n: 1}}], nsInfo: [{ns: 'shop.c'}]}",
                    WRITERS + "restore"),
            onAdmin(
                    "{bulkWrite: 1, ops: [{update: 0, filter: {_id: 0}, updateMods: {$set: {n: 1}}}],"
                            + " nsInfo: [{ns: 'shop.c'}]}",
                    WRITERS),
            onShop("{findAndModify: 'c', query: {_id: 0}, remove: true}", WRITERS),
            onShop("{create: 'd'}", WRITERS + ADMINS + "restore"),
            onShop("{createIndexes: 'c', indexes: [{key: {n: 1}, name: 'n_1'}]}", WRITERS + ADMINS + "restore"),
            onShop("{listIndexes: 'c'}", READERS + ADMINS + "backup"),
            onShop("{dropIndexes: 'c', index: 'none'}", WRITERS + ADMINS),
            onShop(
                    "{createSearchIndexes: 'c', indexes: [{name: 's', type: 'vectorSearch', definition: {fields: [{type:"
                            + " 'vector', path: 'v', numDimensions: 2, similarity: 'cosine'}]}}]}",
                    WRITERS + ADMINS),
            onShop(
                    "{updateSearchIndex: 'c', name: 's', definition: {fields: [{type: 'vector', path: 'v', numDimensions: 3,"
                            + " similarity: 'cosine'}]}}",
                    WRITERS + ADMINS),
            pipeline("{$listSearchIndexes: {}}", READERS + ADMINS),
            onShop("{dropSearchIndex: 'c', name: 's'}", WRITERS + ADMINS),
            onShop("{collMod: 'c', index: {name: 'n_1', hidden: true}}", ADMINS + "restore"),
            onShop("{listCollections: 1}", READERS + ADMINS + "backup restore"),
            onShop("{listCollections: 1, nameOnly: true, authorizedCollections: true}", ALL),
            onShop("{convertToCapped: 'c', size: 4096}", WRITERS + ADMINS + "restore"),
            onShop("{collStats: 'c'}", STATISTICS),
            onShop("{dbStats: 1}", STATISTICS),
            onShop("{dataSize: 'shop.c'}", READERS + "backup"),
            onShop("{compact: 'c'}", COMPACTERS),
            onShop("{reIndex: 'c'}", COMPACTERS),
            onShop("{planCacheClear: 'c'}", COMPACTERS),
            onShop("{planCacheListFilters: 'c'}", READERS + "backup"),
            onShop("{planCacheClearFilters: 'c'}", COMPACTERS),
            onShop("{validate: 'c'}", ADMINS),
            onShop("{profile: -1}", ADMINS + MONITORS + "backup"),
            onShop("{profile: -1, slowms: 100}", ADMINS),
            onShop("{profile: 0}", ADMINS),
            onAdmin("{renameCollection: 'shop.x', to: 'shop.y'}", WRITERS + ADMINS),
            onAdmin("{renameCollection: 'shop.x', to: 'shop.y', dropTarget: true}", WRITERS + ADMINS),
            onAdmin("{renameCollection: 'shop.x', to: 'other.y'}", "readWriteAnyDatabase"),
            onShop("{drop: 'd'}", WRITERS + ADMINS + "restore"),
            onShop("{dropDatabase: 1}", ADMINS + "clusterAdmin"),
            onShop("{createUser: 'u', " + USER + "}", MANAGERS),
            onShop("{createUser: 'v', pwd: 'p', roles: [{role: 'root', db: 'admin'}]}", "userAdminAnyDatabase restore"),
            onShop("{updateUser: 'u', pwd: 'q'}", MANAGERS),
            onShop("{updateUser: 'u', roles: ['read']}", "userAdminAnyDatabase restore"),
            onShop("{usersInfo: 'u'}", MANAGERS),
            onAdmin("{usersInfo: 'ME'}", ALL),
            onShop("{rolesInfo: 'read'}", MANAGERS),
            onShop("{grantRolesToUser: 'u', roles: ['readWrite']}", MANAGERS),
            onShop(
                    "{grantRolesToUser: 'u', roles: [{role: 'clusterAdmin', db: 'admin'}]}",
                    "userAdminAnyDatabase restore"),
            onShop("{revokeRolesFromUser: 'u', roles: ['readWrite']}", MANAGERS),
            onShop("{dropUser: 'u'}", MANAGERS),
            onShop("{dropAllUsersFromDatabase: 1}", MANAGERS),
            onAdmin("{serverStatus: 1}", MONITORS + "backup"),
            onAdmin("{getDiagnosticData: 1}", MONITORS),
            onAdmin("{top: 1}", MONITORS),
            onAdmin("{connPoolStats: 1}", MONITORS + "backup"),
            onAdmin("{lockInfo: 1}", MONITORS + "backup"),
            onAdmin("{logRotate: 1}", HOSTS),
            onAdmin("{fsync: 1}", HOSTS),
            onAdmin("{getDefaultRWConcern: 1}", MONITORS + "backup"),
            onAdmin("{setDefaultRWConcern: 1, defaultReadConcern: {level: 'local'}}", REPLICAS),
            onAdmin("{currentOp: 1}", MONITORS),
            onAdmin("{currentOp: 1, $ownOps: true}", ALL),
            onAdmin("{killOp: 1, op: 999999}", ALL),
            onAdmin("{hostInfo: 1}", MONITORS),
            onAdmin("{getLog: '*'}", MONITORS),
            onAdmin("{getShardMap: 1}", MONITORS),
            onAdmin("{getCmdLineOpts: 1}", MONITORS),
            onAdmin("{getParameter: 1, ttlMonitorSleepSecs: 1}", MONITORS + "backup restore"),
            onAdmin("{setParameter: 1, ttlMonitorSleepSecs: 60}", HOSTS),
            onAdmin("{mayflyClock: 1}", HOSTS),
            onAdmin("{replSetGetStatus: 1}", MONITORS + REPLICAS),
            onAdmin("{replSetGetConfig: 1}", MONITORS + REPLICAS),
            onAdmin("{replSetInitiate: {}}", REPLICAS),
            onAdmin("{replSetStepDown: 60}", REPLICAS),
            onAdmin("{replSetFreeze: 0}", REPLICAS),
            onAdmin("{listDatabases: 1}", ALL),
            onAdmin(
                    "{listDatabases: 1, authorizedDatabases: false}",
                    "readAnyDatabase readWriteAnyDatabase dbAdminAnyDatabase userAdminAnyDatabase backup " + MONITORS),
            onAdmin("{hello: 1}", ALL),
            onAdmin("{isMaster: 1}", ALL),
            onAdmin("{ping: 1}", ALL),
            onAdmin("{buildInfo: 1}", ALL),
            onAdmin("{connectionStatus: 1}", ALL),
            onAdmin("{listCommands: 1}", ALL),
            onAdmin("{whatsmyuri: 1}", ALL),
            onAdmin("{startSession: 1}", ALL),
            onAdmin("{refreshSessions: " + SESSION + "}", ALL),
            onAdmin("{killSessions: " + SESSION + "}", ALL),
            onAdmin("{endSessions: " + SESSION + "}", ALL),
            onAdmin("{killAllSessions: []}", HOSTS),
            onAdmin("{aggregate: 1, pipeline: [{$listLocalSessions: {}}], cursor: {}}", ALL),
            onAdmin(
                    "{aggregate: 1, pipeline: [{$listLocalSessions: {allUsers: true}}], cursor: {}}",
                    MONITORS + "clusterManager"),
            onAdmin("{commitTransaction: 1}", ALL),
            onAdmin("{abortTransaction: 1}", ALL),
            onAdmin("{saslStart: 1, mechanism: 'NONE', payload: ''}", ALL),
            onAdmin("{saslContinue: 1, conversationId: 1, payload: ''}", ALL),
            onAdmin("{logout: 1}", ALL));

    private RoleMatrix() {}

    /**
     * A request and who may make it.
     *
     * @param roles by their names, with blanks between them; {@code *} for whoever has logged in
     */
    record Row(String database, String request, String roles) {
        String command() {
            return request.substring(1, request.indexOf(':'));
        }

        boolean isAllowedTo(String role) {
            return roles.equals(ALL)
                    || role.equals("root")
                    || Set.of(roles.split(" ", -1)).contains(role);
        }
    }

    private static Row onShop(String request, String roles) {
        return new Row(DATABASE, request, distinct(roles));
    }

    private static Row pipeline(String stage, String roles) {
        return onShop("{aggregate: 'c', pipeline: [" + stage + "], cursor: {}}", roles);
    }

    private static Row onAdmin(String request, String roles) {
        return new Row(ADMIN, request, distinct(roles));
    }

    private static String distinct(String roles) {
        return List.of(roles.strip().split(" ", -1)).stream().distinct().collect(Collectors.joining(" "));
    }

    static Set<String> commands() {
        return ROWS.stream().map(Row::command).collect(Collectors.toCollection(TreeSet::new));
    }

    static String markdown() {
        StringBuilder table = new StringBuilder("| on | request | roles besides `root` |\n|---|---|---|\n");
        for (Row row : ROWS) {
            String roles =
                    row.roles().equals(ALL) ? "anyone" : "`" + row.roles().replace(" ", "`, `") + "`";
            table.append("| `")
                    .append(row.database())
                    .append("` | `")
                    .append(RowTable.cell(row.request().replace(SESSION, "[{id: ...}]")))
                    .append("` | ")
                    .append(roles)
                    .append(" |\n");
        }
        return table.toString();
    }
}
