package dev.mayfly.face.cosmos.http;

import java.util.EnumMap;
import java.util.Map;

/** The table of operations by verb and type of resource. Built first, then only read. */
public final class OperationTable {
    private final Map<ResourceType, Map<Verb, RestOperation>> operations = new EnumMap<>(ResourceType.class);

    public OperationTable add(ResourceType type, Verb verb, RestOperation operation) {
        RestOperation before =
                operations.computeIfAbsent(type, _ -> new EnumMap<>(Verb.class)).put(verb, operation);
        if (before != null) {
            throw new IllegalArgumentException("two operations for " + verb + " of " + type);
        }
        return this;
    }

    /** @throws dev.mayfly.face.cosmos.error.CosmosException when there is none */
    RestOperation find(CosmosRequest request) {
        Map<Verb, RestOperation> verbs = operations.get(request.link().type());
        RestOperation found = verbs == null ? null : verbs.get(request.verb());
        if (found == null) {
            throw CosmosRequest.methodNotAllowed();
        }
        return found;
    }
}
