package dev.mayfly.face.cosmos.resource;

import dev.mayfly.engine.Collection;
import tools.jackson.databind.node.ObjectNode;

/**
 * An open container: what was said about it, and where its items are. Immutable; a request takes one and keeps it.
 *
 * @param json as clients see it; not to be changed
 * @param ridBytes its resource id, with which those of its items begin
 * @param names its link by names, such as {@code dbs/d/colls/c}
 * @param items what all its items have in common
 */
public record Container(
        ContainerDefinition definition,
        Collection collection,
        ObjectNode json,
        byte[] ridBytes,
        String rid,
        String self,
        String names,
        String databaseNames,
        ItemForm items) {
    /** @param kept what its record's options say */
    public static Container of(Collection collection, byte[] kept) {
        ObjectNode json = CosmosJson.kept(kept);
        PropertyTtl.show(json, collection.record());
        String rid = json.get("_rid").stringValue();
        byte[] ridBytes = ResourceId.bytes(rid);
        if (ridBytes == null) {
            throw new IllegalStateException("a container without a resource id");
        }
        String databaseNames = "dbs/" + collection.name().database();
        ContainerDefinition definition = ContainerDefinition.kept(json);
        return new Container(
                definition,
                collection,
                json,
                ridBytes,
                rid,
                json.get("_self").stringValue(),
                databaseNames + "/colls/" + collection.name().collection(),
                databaseNames,
                ItemForm.of(definition, ridBytes, json.get("_self").stringValue()));
    }

    /** The same container seen through another view of its collection, such as a transaction's. */
    public Container in(Collection view) {
        return new Container(definition, view, json, ridBytes, rid, self, names, databaseNames, items);
    }

    /** The ranges of its partition keys. */
    public KeyRanges ranges() {
        return KeyRanges.of(this);
    }

    public String id() {
        return definition.id();
    }

    public String databaseRid() {
        String link = databaseSelf();
        return link.substring(link.indexOf('/') + 1, link.length() - 1);
    }

    /** The link of its database by resource ids. */
    String databaseSelf() {
        return self.substring(0, self.indexOf("colls/"));
    }
}
