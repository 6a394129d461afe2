package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.OperationTable;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.http.ResourceType;
import dev.mayfly.face.cosmos.http.Verb;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The operations on one type of resource that consists only of its definition. */
public final class StoredOperations {
    private final StoredResources resources;
    private final Shape shape;

    /** The specific part of one type. Safe for concurrent use. */
    public interface Shape {
        ResourceType type();

        /** The property that holds them in a feed, such as {@code Users}. */
        String feed();

        /** The parent that a request's link names. */
        Parent parent(CosmosRequest request);

        /** A resource id that none had before. */
        byte[] newRid(Parent parent);

        /** Checks a client's definition and returns the part to store. */
        ObjectNode checked(ObjectNode sent);

        /** Returns the client's view of a stored resource. */
        default ObjectNode shown(ObjectNode kept, Parent parent, CosmosRequest request) {
            return kept;
        }

        /** Refuses what cannot be beside the others below the same parent. */
        default void requireRoom(ObjectNode checked, List<ObjectNode> others) {}

        /** Deletes what lies below. */
        default void deleteBelow(ObjectNode kept) {}
    }

    /**
     * The parent of a resource.
     *
     * @param self its link by resource ids, with a slash at its end
     * @param names its link by names
     */
    public record Parent(byte[] ridBytes, String self, String names) {
        public String rid() {
            return ResourceId.text(ridBytes);
        }

        public static Parent of(Database database) {
            return new Parent(database.ridBytes(), database.self(), "dbs/" + database.id());
        }

        public static Parent of(Container container) {
            return new Parent(container.ridBytes(), container.self(), container.names());
        }
    }

    public StoredOperations(StoredResources resources, Shape shape) {
        this.resources = resources;
        this.shape = shape;
    }

    public void addTo(OperationTable table) {
        table.add(shape.type(), Verb.CREATE, this::create)
                .add(shape.type(), Verb.UPSERT, this::upsert)
                .add(shape.type(), Verb.READ, this::read)
                .add(shape.type(), Verb.LIST, this::list)
                .add(shape.type(), Verb.QUERY, this::list)
                .add(shape.type(), Verb.REPLACE, this::replace)
                .add(shape.type(), Verb.DELETE, this::delete);
    }

    /** Returns all below a parent, by id. */
    public List<ObjectNode> all(Parent parent) {
        return resources.all(shape.type(), parent.rid());
    }

    /** Makes one, or replaces the one of its id. */
    public void put(Parent parent, ObjectNode sent) {
        String id = ResourceNames.of(sent);
        ObjectNode checked = shape.checked(sent);
        ObjectNode there = resources.find(shape.type(), parent.rid(), id);
        if (there == null) {
            shape.requireRoom(checked, all(parent));
            resources.create(shape.type(), parent.rid(), parent.self(), shape.newRid(parent), checked);
        } else {
            shape.requireRoom(checked, others(parent, there));
            resources.replace(shape.type(), parent.rid(), there, checked);
        }
    }

    /** Removes one with all that is below it; answers whether there was one. */
    public boolean remove(Parent parent, String id) {
        ObjectNode found = resources.find(shape.type(), parent.rid(), id);
        if (found != null) {
            remove(parent, found);
        }
        return found != null;
    }

    private void remove(Parent parent, ObjectNode found) {
        shape.deleteBelow(found);
        resources.delete(shape.type(), parent.rid(), found);
    }

    private CosmosResponse create(CosmosRequest request) {
        return create(request, shape.parent(request), checked(request));
    }

    private CosmosResponse create(CosmosRequest request, Parent parent, ObjectNode checked) {
        shape.requireRoom(checked, all(parent));
        byte[] rid = shape.newRid(parent);
        return shown(201, resources.create(shape.type(), parent.rid(), parent.self(), rid, checked), parent, request);
    }

    private ObjectNode checked(CosmosRequest request) {
        ObjectNode sent = CosmosJson.sent(request.body());
        ResourceNames.of(sent);
        return shape.checked(sent);
    }

    private CosmosResponse upsert(CosmosRequest request) {
        Parent parent = shape.parent(request);
        ObjectNode checked = checked(request);
        ObjectNode there =
                resources.find(shape.type(), parent.rid(), checked.get("id").stringValue());
        return there == null ? create(request, parent, checked) : replace(request, parent, there, checked);
    }

    private CosmosResponse read(CosmosRequest request) {
        Parent parent = shape.parent(request);
        ObjectNode found =
                resources.require(shape.type(), parent.rid(), request.link().id());
        if (Preconditions.isKnown(request, found)) {
            return CosmosResponse.empty(304).etag(Preconditions.etag(found)).charge(RequestUnits.MISS);
        }
        return shown(200, found, parent, request);
    }

    private CosmosResponse list(CosmosRequest request) {
        Parent parent = shape.parent(request);
        List<ObjectNode> shown = all(parent).stream()
                .map(kept -> shape.shown(kept, parent, request))
                .toList();
        return Feed.of(request, resources.metadata(), parent.rid(), shape.feed(), shown)
                .owner(parent.names(), parent.rid());
    }

    private CosmosResponse replace(CosmosRequest request) {
        Parent parent = shape.parent(request);
        ObjectNode before =
                resources.require(shape.type(), parent.rid(), request.link().id());
        return replace(request, parent, before, checked(request));
    }

    private CosmosResponse replace(CosmosRequest request, Parent parent, ObjectNode before, ObjectNode checked) {
        Preconditions.require(request, before);
        shape.requireRoom(checked, others(parent, before));
        return shown(200, resources.replace(shape.type(), parent.rid(), before, checked), parent, request);
    }

    private List<ObjectNode> others(Parent parent, ObjectNode resource) {
        return all(parent).stream()
                .filter(each -> !each.get("_rid").equals(resource.get("_rid")))
                .toList();
    }

    private CosmosResponse delete(CosmosRequest request) {
        Parent parent = shape.parent(request);
        ObjectNode found =
                resources.require(shape.type(), parent.rid(), request.link().id());
        Preconditions.require(request, found);
        remove(parent, found);
        return CosmosResponse.empty(204).charge(RequestUnits.METADATA);
    }

    private CosmosResponse shown(int status, ObjectNode kept, Parent parent, CosmosRequest request) {
        return CosmosResponse.of(status, CosmosJson.bytes(shape.shown(kept, parent, request)))
                .etag(Preconditions.etag(kept))
                .owner(parent.names(), parent.rid())
                .charge(RequestUnits.METADATA);
    }
}
