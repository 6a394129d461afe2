package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.node.ServerNode;
import dev.mayfly.face.mongo.MongoRelease;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.types.ObjectId;

/**
 * The database {@code config} of a cluster, as a mongos shows it: who is there, and how collections are divided. It is made
 * when it is read, and nobody writes it. Safe for concurrent use.
 */
public final class ConfigDatabase {
    /*
     * A shard of MongoDB is a server; of ours it is a part of a collection, which any server serves. So there are as many
     * shards as the collection with the most parts has, the part i of each lies on shard i, and the shards are told to be at
     * the servers in turn. Each part is one chunk. Their bounds are those of the hash by which documents are placed,
     * stretched to 64 bits, and not the ones that MongoDB's own hash would have.
     */
    public static final String NAME = "config";

    private static final String FACE = MongoCollections.FACE;
    private static final Set<String> INTERNAL = Set.of("admin", NAME, "local");
    private static final String SERVICE = "mongo";

    /** Stands for the cluster, which has no identity of its own. */
    private static final BsonObjectId CLUSTER = new BsonObjectId(new ObjectId(new byte[12]));

    private final Engine engine;

    public ConfigDatabase(Engine engine) {
        this.engine = engine;
    }

    /** Returns true for a database whose collections are never divided. */
    public static boolean isInternal(String database) {
        return INTERNAL.contains(database);
    }

    /** Returns true if this is a collection of the database; none is where no other server may be. */
    public boolean has(String database, String collection) {
        return database.equals(NAME) && engine.isShared() && isName(collection);
    }

    private static boolean isName(String collection) {
        return switch (collection) {
            case "version", "shards", "databases", "collections", "chunks", "mongos" -> true;
            default -> false;
        };
    }

    /** The documents of one of its collections. */
    public List<BsonDocument> documents(String collection) {
        return switch (collection) {
            case "version" -> List.of(version());
            case "shards" -> shards();
            case "databases" -> databases();
            case "collections" -> collections();
            case "chunks" -> chunks();
            case "mongos" -> routers();
            default -> throw new IllegalArgumentException("no collection of config: " + collection);
        };
    }

    private static BsonDocument version() {
        return new BsonDocument("_id", new BsonInt32(1))
                .append("minCompatibleVersion", new BsonInt32(5))
                .append("currentVersion", new BsonInt32(6))
                .append("clusterId", CLUSTER);
    }

    /** The name of a shard. */
    public static String shardName(int shard) {
        return String.format("shard%04d", shard);
    }

    /** The documents of {@code config.shards}, by their names. */
    public List<BsonDocument> shards() {
        List<String> hosts = hosts();
        List<BsonDocument> shards = new ArrayList<>();
        for (int shard = 0; shard < shardCount(); shard++) {
            shards.add(new BsonDocument("_id", new BsonString(shardName(shard)))
                    .append("host", new BsonString(hosts.get(shard % hosts.size())))
                    .append("state", new BsonInt32(1))
                    .append("topologyTime", new BsonTimestamp(0, 1)));
        }
        return shards;
    }

    private int shardCount() {
        return engine.collections(FACE).stream()
                .mapToInt(collection -> collection.record().shards())
                .max()
                .orElse(1);
    }

    /** Where the servers that have this face are, in a fixed order; there is one at least. */
    private List<String> hosts() {
        return servers().stream().map(node -> node.authority(SERVICE)).toList();
    }

    private List<ServerNode> servers() {
        List<ServerNode> with = engine.nodes().live().stream()
                .filter(node -> node.port(SERVICE).isPresent())
                .sorted(Comparator.comparing(node -> node.authority(SERVICE)))
                .toList();
        return with.isEmpty() ? List.of(engine.nodes().self()) : with;
    }

    private List<BsonDocument> databases() {
        Set<String> names = new TreeSet<>();
        engine.collections(FACE)
                .forEach(collection -> names.add(collection.name().database()));
        names.removeAll(INTERNAL);
        return names.stream()
                .map(name -> new BsonDocument("_id", new BsonString(name))
                        .append("primary", new BsonString(shardName(0)))
                        .append("partitioned", BsonBoolean.TRUE))
                .toList();
    }

    private List<Collection> divided() {
        return engine.collections(FACE).stream()
                .filter(collection -> ShardKey.of(collection) != null)
                .filter(collection -> !INTERNAL.contains(collection.name().database()))
                .sorted(Comparator.comparing(ConfigDatabase::namespace))
                .toList();
    }

    private static String namespace(Collection collection) {
        return collection.name().database() + "." + collection.name().collection();
    }

    private static Optional<BsonValue> uuid(Collection collection) {
        return Optional.ofNullable(
                BsonEncoding.decode(collection.record().options()).get("uuid"));
    }

    private static BsonObjectId epoch(Collection collection) {
        return id(collection, 0);
    }

    /** An identity that a part keeps for as long as the collection exists. */
    private static BsonObjectId id(Collection collection, int part) {
        byte[] bytes = ByteBuffer.allocate(12)
                .putInt(collection.record().id())
                .putInt(part)
                .array();
        return new BsonObjectId(new ObjectId(bytes));
    }

    private List<BsonDocument> collections() {
        List<BsonDocument> listed = new ArrayList<>();
        for (Collection collection : divided()) {
            BsonDocument key = ShardKey.of(collection);
            if (key != null) {
                BsonDocument one = new BsonDocument("_id", new BsonString(namespace(collection)))
                        .append("lastmodEpoch", epoch(collection))
                        .append("lastmod", new BsonDateTime(0))
                        .append(
                                "timestamp",
                                new BsonTimestamp(0, collection.record().id()));
                uuid(collection).ifPresent(uuid -> one.append("uuid", uuid));
                listed.add(one.append("key", key)
                        .append("unique", BsonBoolean.FALSE)
                        .append("noBalance", BsonBoolean.FALSE));
            }
        }
        return listed;
    }

    private List<BsonDocument> chunks() {
        List<BsonDocument> listed = new ArrayList<>();
        for (Collection collection : divided()) {
            BsonDocument key = ShardKey.of(collection);
            boolean isHashed = key != null && ShardKey.isHashed(key);
            // The bytes of a ranged key are hashed all the same, so no part has bounds in the order of keys.
            int parts = isHashed ? collection.record().shards() : 1;
            for (int part = 0; part < parts; part++) {
                listed.add(chunk(collection, part, parts));
            }
        }
        return listed;
    }

    private static BsonDocument chunk(Collection collection, int part, int parts) {
        BsonDocument chunk = new BsonDocument("_id", id(collection, part));
        uuid(collection).ifPresent(uuid -> chunk.append("uuid", uuid));
        return chunk.append("min", new BsonDocument("_id", bound(part, parts)))
                .append("max", new BsonDocument("_id", bound(part + 1, parts)))
                .append("shard", new BsonString(shardName(part)))
                .append("lastmod", new BsonTimestamp(1, part));
    }

    private static BsonValue bound(int part, int parts) {
        if (part == 0) {
            return new BsonMinKey();
        }
        if (part == parts) {
            return new BsonMaxKey();
        }
        // The first hash of 32 bits that belongs to the part.
        long first = Math.ceilDiv((long) part << Integer.SIZE, parts);
        return new BsonInt64((first << Integer.SIZE) ^ Long.MIN_VALUE);
    }

    private List<BsonDocument> routers() {
        long now = engine.clock().wallMillis();
        return servers().stream()
                .map(node -> new BsonDocument("_id", new BsonString(node.authority(SERVICE)))
                        .append("created", new BsonDateTime(node.startedAt()))
                        .append("mongoVersion", new BsonString(MongoRelease.V7_0.version()))
                        .append("ping", new BsonDateTime(now))
                        .append("up", new BsonInt64(Math.max(0, now - node.startedAt()) / 1_000))
                        .append("waiting", BsonBoolean.TRUE))
                .toList();
    }
}
