package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

/** Functions in JavaScript: in filters, expressions, groups, and mapReduce. */
@MayflyTest
final class MongoScriptsIT extends OnGround {
    private void insert(String... documents) {
        for (String document : documents) {
            ground.documents().insertOne(json(document));
        }
    }

    private TreeSet<Integer> where(String code) {
        return ground.documents()
                .find(new Document("$where", code))
                .map(found -> found.getInteger("_id"))
                .into(new TreeSet<>());
    }

    private Document computed(String body, Object... arguments) {
        Document call =
                new Document("body", body).append("args", List.of(arguments)).append("lang", "js");
        return Ground.first(ground.documents()
                .aggregate(List.of(new Document("$project", new Document("x", new Document("$function", call))))));
    }

    @Test
    void whereFindsByAFunctionOfTheDocument() {
        insert("{_id: 1, a: 1, b: 1}", "{_id: 2, a: 1, b: 2}", "{_id: 3, a: [3, 4]}");
        assertEquals(new TreeSet<>(List.of(1)), where("this.a == this.b"));
        assertEquals(new TreeSet<>(List.of(2)), where("function () { return this.a < this.b; }"));
        assertEquals(
                new TreeSet<>(List.of(3)),
                where("var sum = 0; if (Array.isArray(this.a)) sum = this.a[0]; return sum === 3;"));
        assertEquals(
                2,
                ground.documents()
                        .find(json("{$or: [{_id: 3}, {$where: 'this.b === 2'}]}"))
                        .into(new ArrayList<>())
                        .size());
        assertEquals(
                1,
                ground.documents().deleteMany(json("{$where: 'this.b === 1'}")).getDeletedCount());
    }

    @Test
    void aFunctionMaySleepWithinTheTimeOfItsCommand() {
        insert("{_id: 1}");
        assertEquals(new TreeSet<>(List.of(1)), where("sleep(1); return true;"));
        assertThrows(
                MongoExecutionTimeoutException.class,
                () -> ground.documents()
                        .find(new Document("$where", "sleep(4000); return true;"))
                        .maxTime(20, TimeUnit.MILLISECONDS)
                        .first());
    }

    @Test
    void expiredDocumentsReachNoFunction() {
        ground.createTtlIndex("at", 0);
        ground.documents().insertOne(new Document("_id", 1).append("at", ground.in(10)));
        ground.documents().insertOne(new Document("_id", 2).append("at", ground.in(1000)));
        assertEquals(new TreeSet<>(List.of(1, 2)), where("true"));
        ground.advance(java.time.Duration.ofSeconds(10));
        assertEquals(new TreeSet<>(List.of(2)), where("this._id < 3"));
    }

    @Test
    void valuesKeepTheirTypes() {
        ObjectId id = new ObjectId();
        Document all = new Document("_id", 1)
                .append("oid", id)
                .append("long", 1L << 60)
                .append("date", new Date(1_700_000_000_123L))
                .append("decimal", Decimal128.parse("1.10"))
                .append("bytes", new Binary((byte) 5, new byte[] {1, 2, 3}))
                .append("text", "a\u20ac\ud83d\ude00")
                .append("real", 0.5)
                .append("none", null)
                .append("array", List.of(1.0, "x", new Document("y", true)));
        ground.documents().insertOne(all);
        Document back = computed("function (doc) { return doc; }", "$$ROOT").get("x", Document.class);
        all.remove("_id");
        back.remove("_id");
        assertEquals(all, back);
        Document seen = computed(
                        "function (doc) { return {oid: doc.oid.str, date: doc.date.getTime(), year: doc.date.getUTCFullYear(),"
                                + " long: doc.long.toString(), int: NumberInt(7), big: NumberLong('9007199254740993'),"
                                + " now: ISODate('2026-01-02T03:04:05Z'), made: ObjectId(doc.oid.str), re: /a+/i}; }",
                        "$$ROOT")
                .get("x", Document.class);
        assertEquals(id.toHexString(), seen.getString("oid"));
        assertEquals(1.700000000123E12, seen.get("date"));
        assertEquals(2023.0, seen.get("year"));
        assertEquals("NumberLong(\"" + (1L << 60) + "\")", seen.getString("long"));
        assertEquals(7, seen.get("int"));
        assertEquals(9007199254740993L, seen.get("big"));
        assertEquals(new Date(1767323045000L), seen.get("now"));
        assertEquals(id, seen.get("made"));
        assertEquals("a+", seen.get("re", org.bson.BsonRegularExpression.class).getPattern());
        assertEquals(2.0, computed("function (a, b) { return a + b; }", 1, 1).get("x"));
    }

    @Test
    void functionsRunInRequestsForOneDocument() {
        insert("{_id: 1, a: 2}");
        Document twice = json("{x: {$function: {body: 'function (a) { return a * 2; }', args: ['$a'], lang: 'js'}}}");
        ground.documents().updateOne(json("{_id: 1}"), List.of(new Document("$set", twice)));
        assertEquals(
                4.0,
                Ground.first(ground.documents().find(json("{_id: 1}")).projection(twice))
                        .get("x"));
        assertEquals(
                4.0, Ground.first(ground.documents().find(json("{_id: 1}"))).get("x"));
        Document validator =
                new Document("create", ground.name() + "_v").append("validator", new Document("$expr", twice.get("x")));
        assertEquals(
                4_660_800,
                assertThrows(MongoCommandException.class, () -> ground.run(validator))
                        .getCode());
    }

    @Test
    void accumulatorKeepsAState() {
        insert("{_id: 1, g: 'a', n: 1}", "{_id: 2, g: 'a', n: 3}", "{_id: 3, g: 'b', n: 10}");
        Document average = json("{init: 'function () { return {count: 0, sum: 0}; }',"
                + " accumulate: 'function (s, n) { return {count: s.count + 1, sum: s.sum + n}; }',"
                + " accumulateArgs: ['$n'],"
                + " merge: 'function (a, b) { return {count: a.count + b.count, sum: a.sum + b.sum}; }',"
                + " finalize: 'function (s) { return s.sum / s.count; }', lang: 'js'}");
        List<Document> rows = ground.documents()
                .aggregate(List.of(
                        new Document(
                                "$group",
                                new Document("_id", "$g").append("mean", new Document("$accumulator", average))),
                        json("{$sort: {_id: 1}}")))
                .into(new ArrayList<>());
        assertEquals(List.of(json("{_id: 'a', mean: 2.0}"), json("{_id: 'b', mean: 10.0}")), rows);
    }

    private Document mapReduce(String more) {
        Document command = new Document("mapReduce", ground.name())
                .append("map", "function () { this.tags.forEach(function (tag) { emit(tag, 1); }); }")
                .append("reduce", "function (key, values) { return Array.sum(values) * factor; }")
                .append("scope", new Document("factor", 1));
        command.putAll(json(more));
        return ground.run(command);
    }

    @Test
    void mapReduceAnswersOrWrites() {
        insert("{_id: 1, tags: ['x', 'y']}", "{_id: 2, tags: ['x']}", "{_id: 3, tags: ['z'], old: true}");
        String target = ground.name() + "_out";
        Document inline =
                mapReduce("{out: {inline: 1}, query: {old: null}, finalize: 'function (k, v) { return k + v; }'}");
        assertEquals(
                List.of(json("{_id: 'x', value: 'x2'}"), json("{_id: 'y', value: 'y1'}")),
                sorted(inline.getList("results", Document.class)));
        assertEquals(target, mapReduce("{out: '" + target + "'}").getString("result"));
        assertEquals(
                List.of(json("{_id: 'x', value: 2.0}"), json("{_id: 'y', value: 1.0}"), json("{_id: 'z', value: 1.0}")),
                sorted(ground.database().getCollection(target).find().into(new ArrayList<>())));
        mapReduce("{out: {reduce: '" + target + "'}, query: {_id: 2}}");
        mapReduce("{out: {merge: '" + target + "'}, query: {_id: 3}, limit: 1}");
        assertEquals(
                List.of(json("{_id: 'x', value: 3.0}"), json("{_id: 'y', value: 1.0}"), json("{_id: 'z', value: 1.0}")),
                sorted(ground.database().getCollection(target).find().into(new ArrayList<>())));
        mapReduce("{out: {replace: '" + target + "'}, query: {_id: 3}}");
        assertEquals(1, ground.database().getCollection(target).countDocuments());
    }

    private static List<Document> sorted(List<Document> documents) {
        List<Document> sorted = new ArrayList<>(documents);
        sorted.sort(java.util.Comparator.comparing(one -> one.getString("_id")));
        return sorted;
    }

    @Test
    void functionsThatFailAreRefusedByCode() {
        insert("{_id: 1}");
        assertEquals(
                139,
                assertThrows(MongoException.class, () -> where("this.a.b.c")).getCode());
        assertEquals(
                139,
                assertThrows(MongoException.class, () -> where("this is no script"))
                        .getCode());
        assertEquals(
                139,
                assertThrows(MongoException.class, () -> where("for (;;) { }")).getCode());
        MongoCommandException inMatch = assertThrows(
                MongoCommandException.class,
                () -> ground.documents()
                        .aggregate(List.of(json("{$match: {$where: 'true'}}")))
                        .first());
        assertEquals(2, inMatch.getCode());
        assertEquals(
                4660802,
                assertThrows(
                                MongoCommandException.class,
                                () -> ground.documents()
                                        .aggregate(
                                                List.of(json("{$project: {x: {$function: {args: [], lang: 'js'}}}}")))
                                        .first())
                        .getCode());
        assertInstanceOf(Document.class, computed("function () { return {}; }").get("x"));
        assertNull(computed("function () { return null; }").get("x"));
    }
}
