package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.error.CosmosException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import tools.jackson.databind.node.ObjectNode;

/** The databases of the account. Safe for concurrent use. */
public final class Databases {
    private static final String PREFIX = "db/";

    private final Metadata metadata;
    private final CascadeDelete cascade;
    private final Map<String, Database> byId = new ConcurrentSkipListMap<>();

    public Databases(Metadata metadata) {
        this.metadata = metadata;
        this.cascade = new CascadeDelete(metadata.engine(), new StoredResources(metadata));
        reread();
        metadata.records().onChange(this::reread);
    }

    private void reread() {
        Map<String, Database> stored = new HashMap<>();
        for (byte[] bytes : metadata.records().list(PREFIX).values()) {
            Database database = Database.of(CosmosJson.kept(bytes));
            stored.put(database.id(), database);
        }
        byId.putAll(stored);
        byId.keySet().retainAll(stored.keySet());
    }

    private Database keep(Database database) {
        byId.put(database.id(), database);
        return database;
    }

    /** @param segment an id, or a resource id that is no database's id */
    public Database require(String segment) {
        metadata.records().refresh();
        Database named = byId.get(segment);
        if (named != null) {
            return named;
        }
        for (Database database : byId.values()) {
            if (database.rid().equals(segment)) {
                return database;
            }
        }
        throw CosmosErrors.notFound();
    }

    /** As {@link #require}, for a resource below it. */
    public Database requireOwner(String segment) {
        try {
            return require(segment);
        } catch (CosmosException _) {
            throw CosmosErrors.ownerMissing();
        }
    }

    public List<Database> all() {
        metadata.records().refresh();
        return List.copyOf(byId.values());
    }

    /** Returns true if it still exists: another one of the same id may have been made since. */
    boolean has(Database database) {
        Database there = byId.get(database.id());
        return there != null && there.rid().equals(database.rid());
    }

    public Database create(ObjectNode sent) {
        String id = ResourceNames.of(sent);
        metadata.records().refresh();
        synchronized (metadata) {
            if (byId.containsKey(id)) {
                throw CosmosErrors.exists();
            }
            byte[] ridBytes = ResourceId.database(metadata.nextNumber());
            String rid = ResourceId.text(ridBytes);
            ObjectNode json = CosmosJson.object().put("id", id);
            metadata.stamp(json, rid, "dbs/" + rid + "/");
            json.put("_colls", "colls/").put("_users", "users/");
            metadata.records().put(PREFIX + id, CosmosJson.bytes(json));
            return keep(new Database(id, ridBytes, json));
        }
    }

    /** Deletes everything in it, too. */
    public void delete(Database database) {
        synchronized (metadata) {
            if (!has(database)) {
                throw CosmosErrors.notFound();
            }
            cascade.deleteOf(database);
            metadata.engine().catalog().dropDatabase(Metadata.FACE, database.id());
            metadata.records().delete(PREFIX + database.id());
            byId.remove(database.id());
        }
    }
}
