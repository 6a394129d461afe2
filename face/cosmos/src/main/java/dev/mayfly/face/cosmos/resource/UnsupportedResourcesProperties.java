package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.error.CosmosException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Refuses the properties of a container's definition that the service has and this server does not: kept without effect they
 * would let a client believe in what never happens. Null and what is empty say nothing, and stay.
 */
final class UnsupportedResourcesProperties {
    private static final Map<String, String> OF_CONTAINERS = Map.of(
            "materializedViewDefinition", "there are no materialized views and no global secondary indexes",
            "materializedViews", "there are no materialized views and no global secondary indexes",
            "clientEncryptionPolicy", "there are no client encryption keys",
            "dataMaskingPolicy", "no data is masked");

    private UnsupportedResourcesProperties() {}

    static void refuse(ObjectNode container) {
        container.properties().forEach(property -> {
            String reason = OF_CONTAINERS.get(property.getKey());
            if (reason != null && saysSomething(property.getValue())) {
                throw refused(property.getKey(), reason);
            }
        });
    }

    private static boolean saysSomething(JsonNode value) {
        return !value.isNull() && !(value.isContainer() && value.isEmpty());
    }

    private static CosmosException refused(String name, @Nullable String reason) {
        return CosmosException.badRequest("The property '" + name + "' is not supported: " + reason + ".");
    }
}
