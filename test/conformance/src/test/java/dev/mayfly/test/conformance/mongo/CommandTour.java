package dev.mayfly.test.conformance.mongo;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mayfly.test.harness.RowTable;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.bson.Document;

/** Every command once, in an order in which each of them succeeds. */
final class CommandTour {
    /** Stands for the identifier of the cursor that was opened last. */
    private static final String CURSOR = "CURSOR";

    private static final String SESSION = "[{id: {$binary: {base64: 'AAECAwQFBgcICQoLDA0ODw==', subType: '04'}}}]";

    private static final List<Step> STEPS = List.of(
            onAdmin("{hello: 1}"),
            onAdmin("{isMaster: 1}"),
            onAdmin("{ping: 1}"),
            onAdmin("{buildInfo: 1}"),
            onAdmin("{hostInfo: 1}"),
            onAdmin("{whatsmyuri: 1}"),
            onAdmin("{connectionStatus: 1, showPrivileges: true}"),
            onAdmin("{listCommands: 1}"),
            onAdmin("{getLog: 'startupWarnings'}"),
            onAdmin("{getCmdLineOpts: 1}"),
            onAdmin("{getParameter: 1, ttlMonitorSleepSecs: 1}"),
            onAdmin("{setParameter: 1, ttlMonitorSleepSecs: 30}"),
            onAdmin("{mayflyClock: 1, advance: '1s'}"),
            onAdmin("{serverStatus: 1}"),
            onAdmin("{getDiagnosticData: 1}"),
            onAdmin("{currentOp: 1}"),
            onAdmin("{killOp: 1, op: 1}"),
            onAdmin("{top: 1}"),
            onAdmin("{connPoolStats: 1}"),
            onAdmin("{lockInfo: 1}"),
            onAdmin("{logRotate: 1}"),
            onAdmin("{fsync: 1}"),
            onTour("{create: 'tour'}"),
            onTour("{createIndexes: 'tour', indexes: [{key: {at: 1}, name: 'at_1', expireAfterSeconds: 60}]}"),
            onTour("{profile: 1, slowms: 50}"),
            onTour("{listIndexes: 'tour'}"),
            onTour("{collMod: 'tour', index: {name: 'at_1', expireAfterSeconds: 90}}"),
            onTour("{insert: 'tour', documents: [{_id: 1, n: 1}, {_id: 2, n: 2}, {_id: 3, n: 3}]}"),
            onTour("{update: 'tour', updates: [{q: {_id: 1}, u: {$inc: {n: 1}}}]}"),
            onTour("{findAndModify: 'tour', query: {_id: 1}, update: {$set: {n: 1}}, new: true}"),
            onTour("{count: 'tour', query: {n: {$gt: 1}}}"),
            onTour("{distinct: 'tour', key: 'n'}"),
            onTour("{mapReduce: 'tour', map: 'function () { emit(this.n, 1); }',"
                    + " reduce: 'function (key, values) { return values.length; }', out: {inline: 1}}"),
            onTour("{explain: {find: 'tour', filter: {_id: 1}}, verbosity: 'queryPlanner'}"),
            onTour("{aggregate: 'tour', pipeline: [{$group: {_id: null, n: {$sum: '$n'}}}], cursor: {}}"),
            onTour("{find: 'tour', batchSize: 1}"),
            onTour("{getMore: CURSOR, collection: 'tour', batchSize: 1}"),
            onTour("{killCursors: 'tour', cursors: [CURSOR]}"),
            onTour("{delete: 'tour', deletes: [{q: {_id: 1}, limit: 1}]}"),
            onAdmin("{bulkWrite: 1, ops: [{insert: 0, document: {_id: 4}}, {delete: 0, filter: {_id: 4}}],"
                    + " nsInfo: [{ns: 'tour.tour'}]}"),
            onTour("{collStats: 'tour'}"),
            onTour("{validate: 'tour'}"),
            onTour("{dbStats: 1}"),
            onTour("{dataSize: 'tour.tour'}"),
            onTour("{planCacheClear: 'tour'}"),
            onTour("{planCacheListFilters: 'tour'}"),
            onTour("{planCacheClearFilters: 'tour'}"),
            onTour("{createSearchIndexes: 'tour', indexes: [{name: 's', type: 'vectorSearch', definition: {fields: ["
                    + "{type: 'vector', path: 'v', numDimensions: 2, similarity: 'cosine'}]}}]}"),
            onTour("{updateSearchIndex: 'tour', name: 's', definition: {fields: [{type: 'vector', path: 'v',"
                    + " numDimensions: 3, similarity: 'cosine'}]}}"),
            onTour("{dropSearchIndex: 'tour', name: 's'}"),
            onTour("{compact: 'tour'}"),
            onTour("{reIndex: 'tour'}"),
            onTour("{convertToCapped: 'tour', size: 65536}"),
            onTour("{listCollections: 1}"),
            onAdmin("{listDatabases: 1}"),
            onAdmin("{renameCollection: 'tour.tour', to: 'tour.renamed'}"),
            onTour("{dropIndexes: 'renamed', index: '*'}"),
            onTour("{drop: 'renamed'}"),
            onTour("{dropDatabase: 1}"),
            onAdmin("{createUser: 'ada', pwd: 'lovelace', roles: ['readWriteAnyDatabase']}"),
            onAdmin("{updateUser: 'ada', pwd: 'byron'}"),
            onAdmin("{usersInfo: 'ada'}"),
            onAdmin("{rolesInfo: 'read'}"),
            onAdmin("{grantRolesToUser: 'ada', roles: ['clusterMonitor']}"),
            onAdmin("{revokeRolesFromUser: 'ada', roles: ['clusterMonitor']}"),
            new Step("admin", "a login of the driver with SCRAM-SHA-256", Set.of("saslStart", "saslContinue")),
            onAdmin("{logout: 1}"),
            onAdmin("{dropUser: 'ada'}"),
            onAdmin("{dropAllUsersFromDatabase: 1}"),
            onAdmin("{startSession: 1}"),
            onAdmin("{refreshSessions: " + SESSION + "}"),
            onAdmin("{killSessions: " + SESSION + "}"),
            onAdmin("{endSessions: " + SESSION + "}"),
            onAdmin("{killAllSessions: []}"));

    private final MongoClient client;
    private final int port;
    private long cursor;

    CommandTour(MongoClient client, int port) {
        this.client = client;
        this.port = port;
    }

    /** One request, and the commands that it tries. */
    private record Step(String database, String request, Set<String> commands) {
        boolean isLogin() {
            return commands.size() > 1;
        }
    }

    private static Step onAdmin(String request) {
        return step("admin", request);
    }

    private static Step onTour(String request) {
        return step("tour", request);
    }

    private static Step step(String database, String request) {
        return new Step(database, request, Set.of(request.substring(1, request.indexOf(':'))));
    }

    static Set<String> commands() {
        Set<String> commands = new TreeSet<>();
        STEPS.forEach(step -> commands.addAll(step.commands()));
        return commands;
    }

    static String markdown() {
        TreeMap<String, String> requests = new TreeMap<>();
        for (Step step : STEPS) {
            String shown = step.isLogin() ? step.request() : "`" + step.request() + "`";
            step.commands().forEach(command -> requests.put(command, shown.replace(SESSION, "[{id: ...}]")));
        }
        StringBuilder table = new StringBuilder("| command | tried as |\n|---|---|\n");
        requests.forEach((command, request) -> table.append("| `" + command + "` | ")
                .append(RowTable.cell(request))
                .append(" |\n"));
        return table.toString();
    }

    /** Sends them all; a refusal of any is an exception of the driver. */
    void run() {
        for (Step step : STEPS) {
            if (step.isLogin()) {
                login();
            } else {
                run(step);
            }
        }
    }

    private void run(Step step) {
        String request = step.request().replace(CURSOR, "{$numberLong: '" + cursor + "'}");
        Document reply = client.getDatabase(step.database()).runCommand(BsonDocument.parse(request));
        if (reply.get("cursor") instanceof Document opened && step.commands().contains("find")) {
            cursor = opened.getLong("id");
        }
    }

    private void login() {
        try (MongoClient ada = MongoClients.create("mongodb://ada:byron@127.0.0.1:" + port + "/?authSource=admin")) {
            ada.getDatabase("admin").runCommand(new Document("ping", 1));
        }
    }
}
