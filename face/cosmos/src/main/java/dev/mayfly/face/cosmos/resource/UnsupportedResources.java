package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.OperationTable;
import dev.mayfly.face.cosmos.http.ResourceType;
import dev.mayfly.face.cosmos.http.Verb;
import java.util.List;

/** The resources that are never supported: each request for them is refused, or finds nothing. */
public final class UnsupportedResources {
    private final Databases databases;
    private final Containers containers;

    public UnsupportedResources(Databases databases, Containers containers) {
        this.databases = databases;
        this.containers = containers;
    }

    public void addTo(OperationTable table) {
        table.add(ResourceType.ADDRESS, Verb.LIST, _ -> {
            throw CosmosException.badRequest(
                    "There are no addresses of replicas to connect to: choose the connection mode Gateway in the"
                            + " client.");
        });
        // There is one region that writes, so there are no conflicts.
        table.add(ResourceType.CONFLICT, Verb.LIST, containers.unmetered(UnsupportedResources::noConflicts))
                .add(ResourceType.CONFLICT, Verb.QUERY, containers.unmetered(UnsupportedResources::noConflicts))
                .add(ResourceType.CONFLICT, Verb.READ, containers.unmetered((_, _) -> {
                    throw CosmosErrors.notFound();
                }))
                .add(ResourceType.CONFLICT, Verb.DELETE, containers.unmetered((_, _) -> {
                    throw CosmosErrors.notFound();
                }));
        table.add(ResourceType.ENCRYPTION_KEY, Verb.LIST, this::noEncryptionKeys)
                .add(ResourceType.ENCRYPTION_KEY, Verb.READ, _ -> {
                    throw CosmosErrors.notFound();
                })
                .add(ResourceType.ENCRYPTION_KEY, Verb.CREATE, _ -> {
                    throw CosmosException.badRequest("Client encryption keys are not supported.");
                });
    }

    private static CosmosResponse noConflicts(CosmosRequest request, Container container) {
        return Feed.of(request, container.rid(), "Conflicts", List.of()).owner(container.names(), container.rid());
    }

    private CosmosResponse noEncryptionKeys(CosmosRequest request) {
        Database database = databases.requireOwner(request.link().database());
        return Feed.of(request, database.rid(), "ClientEncryptionKeys", List.of());
    }
}
