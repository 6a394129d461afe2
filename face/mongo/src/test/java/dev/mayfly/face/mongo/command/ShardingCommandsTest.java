package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.memory.SharedMemoryStore;
import java.io.IOException;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The commands of a mongos, and what mongosh reads from the database config. */
final class ShardingCommandsTest {
    private final MongoFixture fixture;
    private final RawMongoClient client;

    ShardingCommandsTest() throws IOException {
        fixture = new MongoFixture(MongoSettings.open(), new SharedMemoryStore());
        client = fixture.connect();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        fixture.close();
    }

    private BsonDocument run(String json) throws IOException {
        BsonDocument answer = client.run(json);
        assertEquals(1.0, answer.getNumber("ok").doubleValue(), answer.toJson());
        return answer;
    }

    private void refused(int code, String words, String json) throws IOException {
        BsonDocument answer = client.run(json);
        assertEquals(code, answer.getInt32("code", new BsonInt32(0)).getValue(), answer.toJson());
        assertTrue(answer.getString("errmsg").getValue().contains(words), answer.toJson());
    }

    private List<BsonDocument> config(String find) throws IOException {
        return rows(run(find.replace("}END", ", $db: 'config'}")));
    }

    private static List<BsonDocument> rows(BsonDocument answer) {
        return answer.getDocument("cursor").getArray("firstBatch").stream()
                .map(each -> each.asDocument())
                .toList();
    }

    private void insert(String collection, int count) throws IOException {
        BsonArray documents = new BsonArray();
        for (int id = 0; id < count; id++) {
            documents.add(new BsonDocument("_id", new BsonInt32(id)).append("a", new BsonInt32(id % 7)));
        }
        client.run(new BsonDocument("insert", new BsonString(collection))
                .append("documents", documents)
                .append("$db", new BsonString("shop")));
    }

    @Test
    void aMongodHasNoneOfThem() throws IOException {
        try (MongoFixture alone = new MongoFixture();
                RawMongoClient asking = alone.connect()) {
            for (String command : List.of("listShards", "balancerStatus", "isdbgrid")) {
                assertEquals(
                        59,
                        asking.run("{" + command + ": 1, $db: 'admin'}")
                                .getInt32("code")
                                .getValue());
            }
            for (String command : List.of("shardCollection: 'shop.carts', key: {_id: 1}", "enableSharding: 'shop'")) {
                assertEquals(
                        59,
                        asking.run("{" + command + ", $db: 'admin'}")
                                .getInt32("code")
                                .getValue());
            }
            BsonDocument map = asking.run("{getShardMap: 1, $db: 'admin'}");
            assertEquals(203, map.getInt32("code").getValue());
            assertEquals("NoShardingEnabled", map.getString("codeName").getValue());
            BsonDocument config = asking.run("{find: 'shards', $db: 'config'}");
            assertTrue(rows(config).isEmpty());
        }
    }

    @Test
    void aMongosSaysThatItIsOne() throws IOException {
        assertEquals(1, run("{isdbgrid: 1, $db: 'admin'}").getInt32("isdbgrid").getValue());
        BsonDocument balancer = run("{balancerStatus: 1, $db: 'admin'}");
        assertEquals("full", balancer.getString("mode").getValue());
        assertFalse(balancer.getBoolean("inBalancerRound").getValue());
        run("{enableSharding: 'shop', $db: 'admin'}");
        run("{enableSharding: 'shop', primaryShard: 'shard0000', $db: 'admin'}");
        refused(70, "shard0009", "{enableSharding: 'shop', primaryShard: 'shard0009', $db: 'admin'}");
        refused(20, "can't shard", "{enableSharding: 'admin', $db: 'admin'}");
        refused(13, "admin database", "{enableSharding: 'shop', $db: 'shop'}");
    }

    @Test
    void aCollectionIsDividedWhenItIsMade() throws IOException {
        BsonDocument answer =
                run("{shardCollection: 'shop.carts', key: {_id: 'hashed'}, numInitialChunks: 4, $db: 'admin'}");
        assertEquals("shop.carts", answer.getString("collectionsharded").getValue());
        run("{shardCollection: 'shop.orders', key: {_id: 1}, $db: 'admin'}");
        assertEquals(
                4,
                fixture.services
                        .collections()
                        .find("shop", "carts")
                        .orElseThrow()
                        .record()
                        .shards());
        assertEquals(
                16,
                fixture.services
                        .collections()
                        .find("shop", "orders")
                        .orElseThrow()
                        .record()
                        .shards());
        assertEquals(16, run("{listShards: 1, $db: 'admin'}").getArray("shards").size());
        BsonDocument map = run("{getShardMap: 1, $db: 'admin'}");
        assertEquals(16, map.getDocument("map").size());
        run("{shardCollection: 'shop.carts', key: {_id: 'hashed'}, $db: 'admin'}");
        refused(23, "already enabled", "{shardCollection: 'shop.carts', key: {_id: 1}, $db: 'admin'}");
    }

    @Test
    void whatCannotBeAKeyIsRefused() throws IOException {
        refused(2, "empty", "{shardCollection: 'shop.a', key: {}, $db: 'admin'}");
        refused(2, "Unsupported shard key pattern", "{shardCollection: 'shop.a', key: {_id: -1}, $db: 'admin'}");
        refused(72, "not supported", "{shardCollection: 'shop.a', key: {a: 1}, $db: 'admin'}");
        refused(72, "not supported", "{shardCollection: 'shop.a', key: {_id: 1, a: 1}, $db: 'admin'}");
        refused(72, "unique", "{shardCollection: 'shop.a', key: {_id: 'hashed'}, unique: true, $db: 'admin'}");
        refused(
                72,
                "numInitialChunks",
                "{shardCollection: 'shop.a', key: {_id: 'hashed'}, numInitialChunks: 5000," + " $db: 'admin'}");
        refused(20, "can't shard", "{shardCollection: 'config.a', key: {_id: 1}, $db: 'admin'}");
        assertTrue(fixture.services.collections().find("shop", "a").isEmpty());
    }

    @Test
    void aTransactionIsRefusedAtItsFirstStatementAndNothingOfItStays() throws IOException {
        String of = ", lsid: {id: {$uuid: '00112233-4455-6677-8899-aabbccddeeff'}}, txnNumber: {$numberLong: '1'},"
                + " startTransaction: true, autocommit: false, $db: 'shop'}";
        for (String first : List.of("{insert: 'carts', documents: [{_id: 1}]", "{find: 'carts'")) {
            BsonDocument refusal = client.run(first + of);
            assertEquals(263, refusal.getInt32("code", new BsonInt32(0)).getValue(), refusal.toJson());
            assertEquals(
                    "OperationNotSupportedInTransaction",
                    refusal.getString("codeName").getValue());
            assertFalse(refusal.toJson().contains("TransientTransactionError"), "a driver would try forever");
        }
        assertEquals(0, run("{count: 'carts', $db: 'shop'}").getInt32("n").getValue());
    }

    @Test
    void anEmptyCollectionIsDividedWithItsIndexes() throws IOException {
        run("{create: 'carts', $db: 'shop'}");
        run("{createIndexes: 'carts', indexes: [{key: {a: 1}, name: 'a_1'},"
                + " {key: {at: 1}, name: 'at_1', expireAfterSeconds: 60}, {key: {_id: 1, a: 1}, name: 'u', unique: true}],"
                + " $db: 'shop'}");
        run("{shardCollection: 'shop.carts', key: {_id: 'hashed'}, numInitialChunks: 3, $db: 'admin'}");
        List<BsonDocument> indexes = rows(run("{listIndexes: 'carts', $db: 'shop'}"));
        assertEquals(
                List.of("_id_", "a_1", "at_1", "u"),
                indexes.stream()
                        .map(index -> index.getString("name").getValue())
                        .toList());
        assertEquals(60, indexes.get(2).getNumber("expireAfterSeconds").intValue());
        assertEquals(1, rows(run("{listCollections: 1, $db: 'shop'}")).size());
        insert("carts", 50);
        assertEquals(50, run("{count: 'carts', $db: 'shop'}").getInt32("n").getValue());
    }

    @Test
    void aCollectionWithDocumentsStaysAsItIs() throws IOException {
        insert("carts", 3);
        refused(20, "not empty", "{shardCollection: 'shop.carts', key: {_id: 'hashed'}, $db: 'admin'}");
        assertEquals(3, run("{count: 'carts', $db: 'shop'}").getInt32("n").getValue());
        assertEquals(1, rows(run("{listCollections: 1, $db: 'shop'}")).size());
        assertTrue(config("{find: 'collections'}END").isEmpty());
    }

    @Test
    void documentsThatAnotherServerHasWrittenCount() throws IOException {
        try (MongoFixture other = fixture.another();
                RawMongoClient asking = fixture.connect();
                RawMongoClient writing = other.connect()) {
            assertEquals(
                    1.0,
                    asking.run("{create: 'carts', $db: 'shop'}").getNumber("ok").doubleValue());
            assertEquals(
                    0, asking.run("{count: 'carts', $db: 'shop'}").getInt32("n").getValue());
            writing.run("{insert: 'carts', documents: [{_id: 1}], $db: 'shop'}");
            BsonDocument refusal = asking.run("{shardCollection: 'shop.carts', key: {_id: 1}, $db: 'admin'}");
            assertEquals(20, refusal.getInt32("code").getValue(), refusal.toJson());
            assertEquals(
                    1, asking.run("{count: 'carts', $db: 'shop'}").getInt32("n").getValue());
            writing.run("{delete: 'carts', deletes: [{q: {}, limit: 0}], $db: 'shop'}");
            BsonDocument done =
                    asking.run("{shardCollection: 'shop.carts', key: {_id: 1}, numInitialChunks: 4, $db: 'admin'}");
            assertEquals(1.0, done.getNumber("ok").doubleValue(), done.toJson());
            writing.run("{insert: 'carts', documents: [{_id: 1}, {_id: 2}, {_id: 3}], $db: 'shop'}");
            assertEquals(
                    3, asking.run("{count: 'carts', $db: 'shop'}").getInt32("n").getValue());
            assertEquals(
                    4,
                    writing.run("{listShards: 1, $db: 'admin'}")
                            .getArray("shards")
                            .size());
        }
    }

    @Test
    void uniqueIndexesBeginWithTheKey() throws IOException {
        run("{createIndexes: 'carts', indexes: [{key: {a: 1}, name: 'a_1', unique: true}], $db: 'shop'}");
        refused(72, "Uniqueness can't be maintained", "{shardCollection: 'shop.carts', key: {_id: 1}, $db: 'admin'}");
        run("{shardCollection: 'shop.orders', key: {_id: 1}, $db: 'admin'}");
        refused(
                67,
                "cannot create unique index",
                "{createIndexes: 'orders', indexes: [{key: {a: 1}, name: 'a_1', unique: true}], $db: 'shop'}");
        run("{createIndexes: 'orders', indexes: [{key: {_id: 1, a: 1}, name: 'u', unique: true}], $db: 'shop'}");
        insert("orders", 20);
        assertEquals(20, run("{count: 'orders', $db: 'shop'}").getInt32("n").getValue());
    }

    @Test
    void whatMongoshReadsForItsStatusIsThere() throws IOException {
        run("{shardCollection: 'shop.carts', key: {_id: 'hashed'}, numInitialChunks: 4, $db: 'admin'}");
        insert("plain", 1);
        BsonDocument version =
                config("{find: 'version', limit: 1, singleBatch: true}END").getFirst();
        assertEquals(6, version.getInt32("currentVersion").getValue());
        assertEquals(4, config("{find: 'shards', sort: {_id: 1}}END").size());
        assertEquals(
                1, config("{find: 'mongos', sort: {ping: -1}, limit: 1}END").size());
        assertEquals(
                List.of("shop"),
                config("{find: 'databases', sort: {name: 1}}END").stream()
                        .map(database -> database.getString("_id").getValue())
                        .toList());
        List<BsonDocument> collections =
                config("{find: 'collections', filter: {_id: {$regex: '^shop\\\\.'}}, sort: {_id: 1}}END");
        assertEquals(1, collections.size());
        assertEquals(
                BsonDocument.parse("{_id: 'hashed'}"), collections.getFirst().getDocument("key"));
        String uuid = collections.getFirst().toJson();
        BsonDocument query = new BsonDocument("uuid", collections.getFirst().get("uuid"));
        BsonDocument counted = client.run(new BsonDocument("aggregate", new BsonString("chunks"))
                .append(
                        "pipeline",
                        new BsonArray(List.of(
                                new BsonDocument("$match", query),
                                BsonDocument.parse("{$group: {_id: '$shard', cnt: {$sum: 1}}}"),
                                BsonDocument.parse("{$sort: {_id: 1}}"))))
                .append("cursor", new BsonDocument())
                .append("$db", new BsonString("config")));
        assertEquals(4, rows(counted).size(), uuid);
        List<BsonDocument> chunks = config("{find: 'chunks', sort: {min: 1}}END");
        assertEquals(new BsonMinKey(), chunks.getFirst().getDocument("min").get("_id"));
        assertEquals(new BsonMaxKey(), chunks.getLast().getDocument("max").get("_id"));
        for (int at = 1; at < chunks.size(); at++) {
            assertEquals(chunks.get(at - 1).getDocument("max"), chunks.get(at).getDocument("min"));
        }
        assertTrue(config("{find: 'changelog'}END").isEmpty());
        assertEquals(
                1, run("{count: 'collections', $db: 'config'}").getInt32("n").getValue());
        refused(166, "is a view", "{insert: 'shards', documents: [{_id: 'x'}], $db: 'config'}");
    }

    @Test
    void statisticsAreToldShardByShard() throws IOException {
        run("{shardCollection: 'shop.carts', key: {_id: 'hashed'}, numInitialChunks: 4, $db: 'admin'}");
        insert("carts", 100);
        List<BsonDocument> rows =
                rows(run("{aggregate: 'carts', pipeline: [{$collStats: {storageStats: {}, count: {}}}],"
                        + " cursor: {}, $db: 'shop'}"));
        assertEquals(4, rows.size());
        long documents = 0;
        for (BsonDocument row : rows) {
            documents += row.getNumber("count").longValue();
            assertEquals(
                    row.getNumber("count").longValue(),
                    row.getDocument("storageStats").getNumber("count").longValue());
        }
        assertEquals(100, documents);
        BsonDocument stats = run("{collStats: 'carts', $db: 'shop'}");
        assertTrue(stats.getBoolean("sharded").getValue());
        assertEquals(100, stats.getNumber("count").longValue());
        assertEquals(4, stats.getDocument("shards").size());
        insert("plain", 1);
        BsonDocument plain = run("{collStats: 'plain', $db: 'shop'}");
        assertFalse(plain.getBoolean("sharded").getValue());
        assertEquals("shard0000", plain.getString("primary").getValue());
    }
}
