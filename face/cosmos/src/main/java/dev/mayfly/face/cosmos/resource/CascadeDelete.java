package dev.mayfly.face.cosmos.resource;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.face.cosmos.http.ResourceType;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * Deletes everything below a database or a container. A resource id is never used twice, so nothing of it comes back.
 */
record CascadeDelete(Engine engine, StoredResources resources) {
    private static final List<ResourceType> SCRIPTS =
            List.of(ResourceType.STORED_PROCEDURE, ResourceType.TRIGGER, ResourceType.USER_DEFINED_FUNCTION);

    void deleteOf(Container container) {
        deleteOfContainer(container.rid());
    }

    void deleteOf(Database database) {
        for (ObjectNode user : resources.all(ResourceType.USER, database.rid())) {
            resources.deleteAll(ResourceType.PERMISSION, user.get("_rid").stringValue());
        }
        resources.deleteAll(ResourceType.USER, database.rid());
        for (Collection collection : engine.collections(Metadata.FACE)) {
            if (collection.name().database().equals(database.id())) {
                deleteOfContainer(
                        Container.of(collection, collection.record().options()).rid());
            }
        }
        deleteOffer(database.rid());
    }

    private void deleteOfContainer(String rid) {
        SCRIPTS.forEach(type -> resources.deleteAll(type, rid));
        deleteOffer(rid);
    }

    private void deleteOffer(String owner) {
        for (ObjectNode offer : resources.all(ResourceType.OFFER, "")) {
            if (offer.get("offerResourceId").stringValue().equals(owner)) {
                resources.delete(ResourceType.OFFER, "", offer);
            }
        }
    }
}
