package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.http.ResourceType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Resources that are nothing but what was said about them: users, permissions, stored scripts, throughput. Each is kept
 * below its parent, under its id. Safe for concurrent use.
 */
public final class StoredResources {
    private final Metadata metadata;

    public StoredResources(Metadata metadata) {
        this.metadata = metadata;
    }

    Metadata metadata() {
        return metadata;
    }

    /** @param parent the resource id of the parent; empty for the account */
    private static String prefix(ResourceType type, String parent) {
        return type.word() + "/" + parent + "/";
    }

    /**
     * Keeps a new one.
     *
     * @param json with its id, without what the system owns
     * @param parentSelf the link of the parent by resource ids, with a slash at its end
     */
    public ObjectNode create(ResourceType type, String parent, String parentSelf, byte[] rid, ObjectNode json) {
        synchronized (metadata) {
            String name = prefix(type, parent) + json.get("id").stringValue();
            if (metadata.records().get(name) != null) {
                throw CosmosErrors.exists();
            }
            ObjectNode kept = json.deepCopy();
            String text = ResourceId.text(rid);
            metadata.stamp(kept, text, parentSelf + type.word() + "/" + text + "/");
            metadata.records().put(name, CosmosJson.bytes(kept));
            return kept;
        }
    }

    /** Finds by id, or by a resource id that is not an id; null if there is none. */
    public @Nullable ObjectNode find(ResourceType type, String parent, String segment) {
        byte[] named = metadata.records().get(prefix(type, parent) + segment);
        if (named != null) {
            return CosmosJson.kept(named);
        }
        if (ResourceId.bytes(segment) == null) {
            return null;
        }
        for (ObjectNode resource : all(type, parent)) {
            // Links by resource ids are written in lower case by some when they are signed, never when they are sent.
            if (resource.get("_rid").stringValue().equals(segment)) {
                return resource;
            }
        }
        return null;
    }

    public ObjectNode require(ResourceType type, String parent, String segment) {
        ObjectNode found = find(type, parent, segment);
        if (found == null) {
            throw CosmosErrors.notFound();
        }
        return found;
    }

    /** Returns all, by id. */
    public List<ObjectNode> all(ResourceType type, String parent) {
        List<ObjectNode> resources = new ArrayList<>();
        metadata.records().list(prefix(type, parent)).values().forEach(bytes -> resources.add(CosmosJson.kept(bytes)));
        return resources;
    }

    /** Puts other content in place of one that is there; what the system owns stays, but for etag and time. */
    public ObjectNode replace(ResourceType type, String parent, ObjectNode before, ObjectNode json) {
        synchronized (metadata) {
            String old = prefix(type, parent) + before.get("id").stringValue();
            String name = prefix(type, parent) + json.get("id").stringValue();
            if (metadata.records().get(old) == null) {
                throw CosmosErrors.notFound();
            }
            if (!name.equals(old) && metadata.records().get(name) != null) {
                throw CosmosErrors.exists();
            }
            ObjectNode kept = json.deepCopy();
            kept.set("_rid", before.get("_rid"));
            kept.set("_self", before.get("_self"));
            metadata.restamp(kept);
            metadata.records().put(name, CosmosJson.bytes(kept));
            if (!name.equals(old)) {
                metadata.records().delete(old);
            }
            return kept;
        }
    }

    public void delete(ResourceType type, String parent, ObjectNode resource) {
        metadata.records().delete(prefix(type, parent) + resource.get("id").stringValue());
    }

    /** Deletes all of a type below a parent, which is about to go. */
    public void deleteAll(ResourceType type, String parent) {
        all(type, parent).forEach(resource -> delete(type, parent, resource));
    }
}
