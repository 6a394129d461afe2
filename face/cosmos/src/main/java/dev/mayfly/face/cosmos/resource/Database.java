package dev.mayfly.face.cosmos.resource;

import tools.jackson.databind.node.ObjectNode;

/**
 * A stored database. Must not be changed.
 *
 * @param ridBytes its resource id
 */
public record Database(String id, byte[] ridBytes, ObjectNode json) {
    static Database of(ObjectNode json) {
        String rid = json.get("_rid").stringValue();
        byte[] bytes = ResourceId.bytes(rid);
        if (bytes == null) {
            throw new IllegalStateException("a database without a resource id");
        }
        return new Database(json.get("id").stringValue(), bytes, json);
    }

    public String rid() {
        return ResourceId.text(ridBytes);
    }

    public String self() {
        return "dbs/" + rid() + "/";
    }
}
