package dev.mayfly.face.mongo.command;

import java.util.Set;

/** The fields that any command may carry. */
public final class GenericFields {
    public static final Set<String> NAMES = Set.of(
            "$db",
            "$clusterTime",
            "$readPreference",
            "$client",
            "$audit",
            "$configServerState",
            "$queryOptions",
            "$traceCtx",
            "lsid",
            "txnNumber",
            "autocommit",
            "startTransaction",
            "stmtId",
            "stmtIds",
            "comment",
            "help",
            "maxTimeMS",
            "maxTimeMSOpOnly",
            "readConcern",
            "writeConcern",
            "apiVersion",
            "apiStrict",
            "apiDeprecationErrors",
            "mayBypassWriteBlocking",
            "allowImplicitCollectionCreation",
            "shardVersion",
            "databaseVersion",
            "tracking_info",
            "rawData",
            "serialization_context");

    private GenericFields() {}
}
