package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.CosmosException;
import java.math.BigDecimal;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Checks what clients say about containers, and fills in what they leave out. */
final class ContainerChecks {
    private static final BigDecimal TTL_MAX = BigDecimal.valueOf(Integer.MAX_VALUE);
    private static final List<String> SYSTEM = List.of(
            "_rid", "_self", "_etag", "_ts", "_docs", "_sprocs", "_triggers", "_udfs", "_conflicts", "statistics");

    private ContainerChecks() {}

    /** A copy in good order. */
    static ObjectNode checked(ObjectNode sent) {
        ObjectNode json = sent.deepCopy();
        json.remove(SYSTEM);
        Names.of(json);
        partitionKey(json);
        defaultTtl(json);
        return json;
    }

    private static void partitionKey(ObjectNode json) {
        JsonNode paths = json.path("partitionKey").path("paths");
        if (!paths.isArray() || paths.isEmpty()) {
            throw CosmosException.badRequest("The partition key definition is missing or has no path.");
        }
    }

    /** An integer may be written with a fraction of nothing. */
    private static void defaultTtl(ObjectNode json) {
        JsonNode ttl = json.get("defaultTtl");
        if (ttl == null || ttl.isNull()) {
            json.remove("defaultTtl");
            return;
        }
        BigDecimal seconds = ttl.isNumber() ? ttl.decimalValue() : BigDecimal.ZERO;
        boolean isWhole = seconds.signum() == 0 || seconds.stripTrailingZeros().scale() <= 0;
        boolean isNone = seconds.compareTo(BigDecimal.ONE.negate()) == 0;
        if (!isWhole || !(isNone || (seconds.signum() > 0 && seconds.compareTo(TTL_MAX) <= 0))) {
            throw CosmosException.badRequest("The input ttl '" + ttl
                    + "' is invalid. Ensure to provide a nonzero positive integer less than or equal to '2147483647',"
                    + " or '-1' which means never expire.");
        }
        json.put("defaultTtl", seconds.intValueExact());
    }
}
