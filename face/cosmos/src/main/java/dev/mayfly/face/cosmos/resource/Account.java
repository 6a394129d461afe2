package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.http.RestOperation;
import java.util.SequencedMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The account: where to find it, and what it can do. Whichever way a client came, there it is told to come again. */
public final class Account implements RestOperation {
    private static final String ENGINE = "{\"maxSqlQueryInputLength\":262144,\"maxJoinsPerSqlQuery\":10,"
            + "\"maxLogicalAndPerSqlQuery\":500,\"maxLogicalOrPerSqlQuery\":500,\"maxUdfRefPerSqlQuery\":10,"
            + "\"maxInExpressionItemsCount\":16000,\"queryMaxInMemorySortDocumentCount\":500,"
            + "\"maxQueryRequestTimeoutFraction\":0.9,\"sqlAllowNonFiniteNumbers\":false,"
            + "\"sqlAllowAggregateFunctions\":true,\"sqlAllowSubQuery\":true,\"sqlAllowScalarSubQuery\":true,"
            + "\"allowNewKeywords\":true,\"sqlAllowLike\":true,\"sqlAllowGroupByClause\":true,"
            + "\"maxSpatialQueryCells\":12,\"spatialMaxGeometryPointCount\":256,\"sqlDisableQueryILOptimization\":false,"
            + "\"sqlDisableFilterPlanOptimization\":false,\"sqlAllowTop\":true,\"enableSpatialIndexing\":true}";

    private final AccountRegions regions;

    public Account(AccountRegions regions) {
        this.regions = regions;
    }

    @Override
    public CosmosResponse answer(CosmosRequest request) {
        String scheme = request.isSecure() ? "https://" : "http://";
        SequencedMap<String, String> authorities = regions.authorities(request.authority());
        boolean isWrittenEverywhere = regions.areSeveralServers();
        ObjectNode account = CosmosJson.object();
        account.put("_self", "").put("id", "mayfly").put("_rid", "mayfly.documents.azure.com");
        account.put("media", "//media/").put("addresses", "//addresses/").put("_dbs", "//dbs/");
        ArrayNode writable = account.putArray("writableLocations");
        ArrayNode readable = account.putArray("readableLocations");
        authorities.forEach((region, authority) -> {
            String endpoint = scheme + authority + "/";
            if (isWrittenEverywhere || writable.isEmpty()) {
                location(writable.addObject(), region, endpoint);
            }
            location(readable.addObject(), region, endpoint);
        });
        account.put("enableMultipleWriteLocations", isWrittenEverywhere);
        replicas(account.putObject("userReplicationPolicy").put("asyncReplication", false));
        account.putObject("userConsistencyPolicy").put("defaultConsistencyLevel", "Session");
        replicas(account.putObject("systemReplicationPolicy"));
        account.putObject("readPolicy").put("primaryReadCoefficient", 1).put("secondaryReadCoefficient", 1);
        account.put("queryEngineConfiguration", ENGINE);
        return CosmosResponse.of(200, CosmosJson.bytes(account)).charge(RequestUnits.METADATA);
    }

    private static void location(ObjectNode location, String region, String endpoint) {
        location.put("name", region).put("databaseAccountEndpoint", endpoint);
    }

    private static void replicas(ObjectNode policy) {
        policy.put("minReplicaSetSize", 1).put("maxReplicasetSize", 4);
    }
}
