package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.date;
import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.model.IndexOptions;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The values of {@code expireAfterSeconds} that {@code createIndexes} takes and refuses. */
@MayflyTest
@Rows("creating")
final class MongoTtlCreateIT extends OnGround {
    @Row(
            number = 10,
            when = "`{x: 1}, {expireAfterSeconds: N}`, N from 0 to 2147483647",
            then = "a TTL index; `listIndexes` shows `v`, `key`, `name`, `expireAfterSeconds`")
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3600, Integer.MAX_VALUE})
    void wholeSecondsMakeATtlIndex(int seconds) {
        ground.createIndex("{x: 1}", "{expireAfterSeconds: " + seconds + "}");
        Document expected = json("{v: 2, key: {x: 1}, name: 'x_1'}").append("expireAfterSeconds", seconds);
        assertEquals(List.of(expected), ground.indexes());
    }

    @Row(number = 11, when = "the driver's `createIndex` with `expireAfter`", then = "the same, named `x_1`")
    @Test
    void driverMakesATtlIndex() {
        String name =
                ground.documents().createIndex(json("{x: 1}"), new IndexOptions().expireAfter(2L, TimeUnit.HOURS));
        assertEquals("x_1", name);
        assertEquals(7200, ground.index("x_1").get("expireAfterSeconds"));
    }

    @Row(
            number = 20,
            when = "on a collection that does not exist",
            then = "made as well: `numIndexesBefore: 1`, `numIndexesAfter: 2`, `createdCollectionAutomatically: true`")
    @Test
    void missingCollectionIsMade() {
        Document reply = ground.createIndex("{x: 1}", "{expireAfterSeconds: 5}");
        assertEquals(
                json("{numIndexesBefore: 1, numIndexesAfter: 2, createdCollectionAutomatically: true, ok: 1.0}"),
                reply);
        assertTrue(
                ground.database().listCollectionNames().into(new ArrayList<>()).contains(ground.name()));
    }

    @Row(
            number = 30,
            when = "the same specification again",
            then = "ok with `note: \"all indexes already exist\"`, as many indexes as before")
    @Test
    void sameSpecificationAgainDoesNothing() {
        ground.createIndex("{x: 1}", "{expireAfterSeconds: 5}");
        Document reply = ground.createIndex("{x: 1}", "{expireAfterSeconds: 5}");
        assertEquals(2, reply.get("numIndexesBefore"));
        assertEquals(2, reply.get("numIndexesAfter"));
        assertEquals("all indexes already exist", reply.get("note"));
        assertEquals(false, reply.get("createdCollectionAutomatically"));
    }

    @Row(number = 40, when = "a negative number", then = "67 CannotCreateIndex, and nothing is made")
    @ParameterizedTest
    @ValueSource(strings = {"-1", "-10000", "-0.5", "{$numberLong: '-9223372036854775808'}"})
    void negativeSecondsAreRefused(String seconds) {
        Refusal.expect(
                67,
                "CannotCreateIndex",
                "TTL index 'expireAfterSeconds' option cannot be less than 0",
                () -> ground.createIndex("{x: 1}", "{expireAfterSeconds: " + seconds + "}"));
        assertEquals(List.of(), ground.indexes());
    }

    @Row(number = 50, when = "a string, a boolean, null, a date, a document", then = "67, naming the type")
    @ParameterizedTest
    @ValueSource(strings = {"string|'5'", "bool|true", "null|null", "date|{$date: 0}", "object|{a: 1}", "array|[1]"})
    void otherTypesAreRefused(String row) {
        String type = row.substring(0, row.indexOf('|'));
        String value = row.substring(row.indexOf('|') + 1);
        Refusal.expect(
                67,
                "CannotCreateIndex",
                "TTL index 'expireAfterSeconds' option must be numeric, but received a type of '" + type + "'",
                () -> ground.createIndex("{x: 1}", "{expireAfterSeconds: " + value + "}"));
    }

    @Row(
            number = 60,
            when = "NaN",
            then =
                    "67 `must not be NaN`: it never means \"at once\", as it did from 5.0.0 to 5.0.13 and in 6.0.0, 6.0.1")
    @Test
    void notANumberIsRefused() {
        Refusal.expect(
                67,
                "CannotCreateIndex",
                "TTL index 'expireAfterSeconds' option must not be NaN",
                () -> ground.createIndex(new Document("key", json("{x: 1}"))
                        .append("name", "x_1")
                        .append("expireAfterSeconds", Double.NaN)));
    }

    @Row(number = 70, when = "more than 2147483647", then = "67 `must be within the range of a 32-bit integer`")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{$numberLong: '2147483648'}",
                "{$numberLong: '999999999999999'}",
                "9223372036854775808.0",
                "{$numberDouble: 'Infinity'}",
                "{$numberDecimal: '1E30'}"
            })
    void moreThanThirtyTwoBitsAreRefused(String seconds) {
        Refusal.expect(
                67,
                "CannotCreateIndex",
                "TTL index 'expireAfterSeconds' must be within the range of a 32-bit integer",
                () -> ground.createIndex("{x: 1}", "{expireAfterSeconds: " + seconds + "}"));
    }

    @Row(number = 80, when = "a fraction, such as 10000.7", then = "cut off: stored and listed as the int32 10000")
    @Test
    void fractionsAreCutOff() {
        ground.createIndex("{x: 1}", "{expireAfterSeconds: 10000.7}");
        assertEquals(10000, ground.index("x_1").get("expireAfterSeconds"));
    }

    @Row(number = 81, when = "an int64, a double or a decimal that is whole", then = "listed as an int32")
    @ParameterizedTest
    @ValueSource(strings = {"{$numberLong: '60'}", "60.0", "{$numberDecimal: '60'}"})
    void otherNumbersAreListedAsInt32(String seconds) {
        ground.createIndex("{x: 1}", "{expireAfterSeconds: " + seconds + "}");
        assertEquals(60, ground.index("x_1").get("expireAfterSeconds"));
    }

    @Row(
            number = 90,
            when = "a refusal of the number",
            then = "the text is `. Index spec: {...} :: caused by :: ` and the reason")
    @Test
    void refusalQuotesTheSpecification() {
        Refusal refusal = Refusal.of(() -> ground.createIndex("{x: 1}", "{expireAfterSeconds: -1}"));
        assertTrue(refusal.text().startsWith(". Index spec: { key: { x: 1 }, name: \"x_1\""), refusal::text);
        assertTrue(refusal.text().contains(" :: caused by :: TTL index"), refusal::text);
    }

    @Row(
            number = 91,
            when = "another fault of the specification",
            then = "the text is `Error in specification {...} :: caused by :: ` and the reason")
    @Test
    void otherRefusalsQuoteTheSpecificationToo() {
        Refusal.expect(
                9,
                "FailedToParse",
                "Error in specification { key: { x: 1 }, expireAfterSeconds: 5 } :: caused by :: The 'name' field is a"
                        + " required property of an index specification",
                () -> ground.createIndex(json("{key: {x: 1}, expireAfterSeconds: 5}")));
    }

    @Row(
            number = 100,
            when = "a key of several fields",
            then =
                    "67 `TTL indexes are single-field indexes, compound indexes do not support TTL`, as servers since 4.0"
                            + " do; older pages say that the option is ignored")
    @Test
    void compoundKeyIsRefused() {
        Refusal.expect(
                67,
                "CannotCreateIndex",
                "TTL indexes are single-field indexes, compound indexes do not support TTL. Index spec: ",
                () -> ground.createIndex("{x: 1, y: 1}", "{expireAfterSeconds: 5}"));
    }

    @Row(
            number = 101,
            when = "`{x: 1, expireAfterSeconds: 3600}` as the key",
            then = "a plain index of two fields; nothing expires")
    @Test
    void secondsInTheKeyAreAField() {
        ground.createIndex("{x: 1, expireAfterSeconds: 3600}", "{}");
        assertEquals(
                List.of(json("{v: 2, key: {x: 1, expireAfterSeconds: 3600}, name: 'x_1_expireAfterSeconds_3600'}")),
                ground.indexes());
        ground.insert("old", date(0));
        ground.outlive(120, Visibility.EXACT);
        ground.assertThere("old");
    }

    @Row(number = 110, when = "`{_id: 1}`", then = "197 InvalidIndexSpecificationOption")
    @Test
    void idCannotExpire() {
        Refusal.expect(
                197,
                "InvalidIndexSpecificationOption",
                "The field 'expireAfterSeconds' is not valid for an _id index specification. Specification: {",
                () -> ground.createIndex("{_id: 1}", "{expireAfterSeconds: 5}"));
    }

    @Row(
            number = 120,
            when = "`{\"$**\": 1}` or `{\"a.$**\": 1}`",
            then = "67 `Index type 'wildcard' cannot be a TTL index`")
    @ParameterizedTest
    @ValueSource(strings = {"{'$**': 1}", "{'a.$**': 1}"})
    void wildcardIsRefused(String key) {
        Refusal.expect(
                67,
                "CannotCreateIndex",
                "Index type 'wildcard' cannot be a TTL index",
                () -> ground.createIndex(key, "{expireAfterSeconds: 5}"));
    }

    @Row(
            number = 130,
            when = "hashed, 2d, 2dsphere or text keys",
            then = "made and listed, never delete; each pass counts one `invalidTTLIndexSkips` for each")
    @Test
    @Fresh
    void specialIndexesNeverDelete() {
        List<String> kinds = List.of("hashed", "2d", "2dsphere", "text");
        for (String kind : kinds) {
            ground.createIndex("{'" + kind + "': '" + kind + "'}", "{expireAfterSeconds: 1}");
            assertEquals(1, ground.index(kind + "_" + kind).get("expireAfterSeconds"));
        }
        Document old = new Document("_id", "old");
        kinds.forEach(kind -> old.append(kind, date(0)));
        // Only a place can stand in an index of the sphere.
        old.put("2dsphere", List.of(0, 0));
        ground.documents().insertOne(old);
        ground.outlive(60, Visibility.EXACT);
        assertEquals(4L, ground.metrics().get("invalidTTLIndexSkips"));
        ground.outlive(60, Visibility.EXACT);
        assertEquals(8L, ground.metrics().get("invalidTTLIndexSkips"));
        assertEquals(0L, ground.metrics().get("deletedDocuments"));
        ground.assertThere("old");
    }

    @Row(number = 140, when = "`{x: -1}`", then = "works as `{x: 1}` does")
    @ParameterizedTest
    @EnumSource
    void descendingIndexExpires(Visibility visibility) {
        ground.createIndex("{x: -1}", "{expireAfterSeconds: 5}");
        ground.setVisibility(visibility);
        ground.insert("dies", ground.in(0));
        ground.insert("lives", ground.in(1000));
        ground.outlive(5, visibility);
        ground.assertThere("lives");
    }

    @Row(number = 150, when = "with `sparse`, `unique` or `hidden`", then = "all allowed and listed; documents expire")
    @ParameterizedTest
    @ValueSource(strings = {"sparse", "unique", "hidden"})
    @Tag("unsharded")
    void otherOptionsGoTogether(String option) {
        ground.createIndex("{x: 1}", "{expireAfterSeconds: 5, " + option + ": true}");
        assertEquals(true, ground.index("x_1").get(option));
        assertEquals(5, ground.index("x_1").get("expireAfterSeconds"));
        ground.insert("dies", ground.in(0));
        ground.insert("lives", "no date");
        ground.outlive(5, Visibility.EXACT);
        ground.assertThere("lives");
    }

    @Row(
            number = 151,
            when = "with `partialFilterExpression`",
            then = "allowed and listed; only documents that the filter takes expire")
    @ParameterizedTest
    @EnumSource
    void partialFilterGoesTogether(Visibility visibility) {
        ground.createIndex("{x: 1}", "{expireAfterSeconds: 5, partialFilterExpression: {kind: 'log'}}");
        ground.setVisibility(visibility);
        assertEquals(json("{kind: 'log'}"), ground.index("x_1").get("partialFilterExpression"));
        ground.documents()
                .insertMany(Stream.of("log", "bill")
                        .map(kind ->
                                new Document("_id", kind).append("kind", kind).append("x", ground.in(0)))
                        .toList());
        ground.outlive(5, visibility);
        ground.assertThere("bill");
    }

    @Row(number = 152, when = "with a `collation`", then = "allowed and listed; documents expire")
    @ParameterizedTest
    @EnumSource
    void collationGoesTogether(Visibility visibility) {
        ground.createIndex("{x: 1}", "{expireAfterSeconds: 5, collation: {locale: 'fr', strength: 1}}");
        ground.setVisibility(visibility);
        assertEquals("fr", ground.index("x_1").getEmbedded(List.of("collation", "locale"), ""));
        ground.insert("dies", ground.in(0));
        ground.insert("lives", "no date");
        ground.outlive(5, visibility);
        ground.assertThere("lives");
        assertEquals(5, ground.index("x_1").get("expireAfterSeconds"));
    }

    @Row(
            number = 220,
            when = "`create` with `expireAfterSeconds` and neither `timeseries` nor `clusteredIndex`",
            then = "72 InvalidOptions")
    @Test
    void collectionItselfCannotExpire() {
        Refusal.expect(
                72,
                "InvalidOptions",
                "'expireAfterSeconds' is only supported on time-series collections or when the 'clusteredIndex' option"
                        + " is specified",
                () -> ground.run(new Document("create", ground.name()).append("expireAfterSeconds", 5)));
    }

    @Row(
            number = 230,
            when = "an option of an index that does not exist",
            then = "197, unless `ignoreUnknownIndexOptions: true`")
    @Test
    void unknownOptionsAreRefused() {
        Refusal.expect(
                197,
                "InvalidIndexSpecificationOption",
                "The field 'expireAfterSecond' is not valid for an index specification.",
                () -> ground.createIndex("{x: 1}", "{expireAfterSecond: 5}"));
        ground.run(new Document("createIndexes", ground.name())
                .append("indexes", List.of(json("{key: {x: 1}, name: 'x_1', expireAfterSecond: 5}")))
                .append("ignoreUnknownIndexOptions", true));
        assertEquals(List.of(json("{v: 2, key: {x: 1}, name: 'x_1'}")), ground.indexes());
    }

    @Row(
            number = 240,
            when = "`create` with `encryptedFields`, on whose collections MongoDB refuses TTL indexes (6346501)",
            then = "115 CommandNotSupported: there are no such collections",
            unlike = "encryption that the server takes part in is not built")
    @Test
    void encryptedCollectionsAreRefused() {
        Refusal.expect(
                115,
                "CommandNotSupported",
                "create.encryptedFields is not supported by this server",
                () -> ground.run(json("{create: '" + ground.name() + "', encryptedFields: {fields: []}}")));
    }
}
