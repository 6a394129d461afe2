package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.RequestField;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * The partition key of a container that was made without one, as versions of the protocol before 2018-12-31 allowed. Its
 * items are all in the partition of those without the property, which their clients need not name.
 */
final class SystemPartitionKey {
    private static final String PATH = "/_partitionKey";
    private static final String REQUIRED_SINCE = "2018-12-31";

    private SystemPartitionKey() {}

    /** The definition of a new container that a client sends, with this key where its version lets it leave one out. */
    static ObjectNode completed(CosmosRequest request) {
        ObjectNode sent = CosmosJson.sent(request.body());
        String version = request.fields().given(RequestField.VERSION);
        boolean isOptional = version != null && version.compareTo(REQUIRED_SINCE) < 0;
        if (isOptional && !sent.hasNonNull("partitionKey")) {
            ObjectNode key = sent.putObject("partitionKey");
            key.putArray("paths").add(PATH);
            key.put("kind", "Hash").put("systemKey", true);
        }
        return sent;
    }

    static boolean is(ContainerDefinition definition) {
        return definition.partitionKeyPaths().equals(List.of(PATH))
                && definition.json().path("partitionKey").path("systemKey").asBoolean(false);
    }
}
