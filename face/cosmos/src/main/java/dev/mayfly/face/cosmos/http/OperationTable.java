package dev.mayfly.face.cosmos.http;

import java.util.EnumMap;
import java.util.Map;

/** Which operation answers which verb for which type of resource. Built first, then only read. */
public final class OperationTable {
    private final Map<ResourceType, Map<Verb, Operation>> operations = new EnumMap<>(ResourceType.class);

    public OperationTable add(ResourceType type, Verb verb, Operation operation) {
        Operation before =
                operations.computeIfAbsent(type, _ -> new EnumMap<>(Verb.class)).put(verb, operation);
        if (before != null) {
            throw new IllegalArgumentException("two operations for " + verb + " of " + type);
        }
        return this;
    }

    /** @throws dev.mayfly.face.cosmos.CosmosException when there is none */
    Operation find(CosmosRequest request) {
        Map<Verb, Operation> verbs = operations.get(request.link().type());
        Operation found = verbs == null ? null : verbs.get(request.verb());
        if (found == null) {
            throw CosmosRequest.methodNotAllowed();
        }
        return found;
    }
}
