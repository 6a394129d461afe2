package dev.mayfly.face.mongo.command;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** An action that a privilege allows: on a database, or, from {@link #SERVER_STATUS} on, on the server. */
public enum Action {
    FIND("find"),
    INSERT("insert"),
    UPDATE("update"),
    REMOVE("remove"),
    CREATE_COLLECTION("createCollection"),
    DROP_COLLECTION("dropCollection"),
    CREATE_INDEX("createIndex"),
    DROP_INDEX("dropIndex"),
    CREATE_SEARCH_INDEXES("createSearchIndexes"),
    UPDATE_SEARCH_INDEX("updateSearchIndex"),
    DROP_SEARCH_INDEX("dropSearchIndex"),
    LIST_SEARCH_INDEXES("listSearchIndexes"),
    CHANGE_COLLECTION("collMod"),
    COMPACT("compact"),
    CONVERT_TO_CAPPED("convertToCapped"),
    RENAME("renameCollectionSameDB"),
    LIST_COLLECTIONS("listCollections"),
    LIST_INDEXES("listIndexes"),
    COLLECTION_STATISTICS("collStats"),
    DATABASE_STATISTICS("dbStats"),
    INDEX_STATISTICS("indexStats"),
    VALIDATE("validate"),
    DROP_DATABASE("dropDatabase"),
    ENABLE_PROFILER("enableProfiler"),
    /** Reading the profiler's records, which is find on one collection. */
    FIND_PROFILE("find on system.profile"),
    BYPASS_VALIDATION("bypassDocumentValidation"),
    CHANGE_STREAM("changeStream"),
    CREATE_USER("createUser"),
    DROP_USER("dropUser"),
    CHANGE_PASSWORD("changePassword"),
    CHANGE_CUSTOM_DATA("changeCustomData"),
    GRANT_ROLE("grantRole"),
    REVOKE_ROLE("revokeRole"),
    VIEW_USER("viewUser"),
    VIEW_ROLE("viewRole"),
    SERVER_STATUS("serverStatus"),
    TOP("top"),
    IN_PROGRESS("inprog"),
    KILL_OPERATION("killop"),
    GET_PARAMETER("getParameter"),
    SET_PARAMETER("setParameter"),
    GET_LOG("getLog"),
    GET_OPTIONS("getCmdLineOpts"),
    HOST_INFO("hostInfo"),
    LIST_DATABASES("listDatabases"),
    LIST_SESSIONS("listSessions"),
    KILL_ANY_SESSION("killAnySession"),
    FSYNC("fsync"),
    REPLICA_STATUS("replSetGetStatus"),
    REPLICA_CONFIGURATION("replSetGetConfig"),
    CONFIGURE_REPLICAS("replSetConfigure"),
    SET_DEFAULT_CONCERNS("setDefaultRWConcern"),
    CHANGE_REPLICA_STATE("replSetStateChange"),
    GET_SHARD_MAP("getShardMap"),
    LIST_SHARDS("listShards");

    private final String word;

    Action(String word) {
        this.word = word;
    }

    /** As MongoDB calls it. */
    String word() {
        return word;
    }

    boolean isOfServer() {
        return compareTo(SERVER_STATUS) >= 0;
    }

    /** The actions of these words, which stand with commas between them. */
    static Set<Action> all(String words) {
        Set<Action> actions = EnumSet.noneOf(Action.class);
        for (String word : words.isEmpty() ? new String[0] : words.split(", ", -1)) {
            actions.add(Arrays.stream(values())
                    .filter(action -> action.word.equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(word)));
        }
        return actions;
    }
}
