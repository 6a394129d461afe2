package dev.mayfly.face.couchbase.xdcr.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What each expression says of one document. */
final class DocumentFilterTest {
    private static final String BODY = """
        {"country": "France", "name": "Air Austral", "id": 1191, "icao": null, "geo": {"alt": 9078, "lat": 37.95},
         "schedule": [{"day": 0, "flight": "AA679"}, {"day": 1}], "date": "2019-01-25", "active": true, "size": "12",
         "if": 3, "the name": "x", "list": [1, 2], "empty": ""}\
        """;
    private static final String XATTRS = "{\"color\":\"blue\",\"deep\":{\"n\":5}}";

    private static JsonNode json(String text) {
        return CouchbaseJson.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean passes(String expression) throws FilterSyntaxException {
        return DocumentFilter.parse(expression).passes(new FilteredDocument("airline_10", json(BODY), json(XATTRS)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "REGEXP_CONTAINS(country, \"France\")",
                "REGEXP_CONTAINS(META().id, 'airline_1')",
                "REGEXP_CONTAINS(META().id, \"^air(?=l)\")",
                "REGEXP_CONTAINS(META().id, \"^air(?!p)\")",
                "REGEXP_CONTAINS(META().id, '\\d+')",
                "REGEXP_CONTAINS(META().id, '\\\\d+')",
                "META().id = 'airline_10'",
                "META().xattrs.color == \"blue\"",
                "META().xattrs.deep.n > 4",
                "EXISTS(META().xattrs.color)",
                "EXISTS(country)",
                "EXISTS(icao)",
                "NOT EXISTS(nothing)",
                "country = 'France' AND name != \"40-Mile Air\"",
                "country = 'Spain' OR country = 'France'",
                "country = 'Spain' || country = 'France' && id > 1",
                "(country = 'Spain' OR country = 'France') AND NOT (id < 5)",
                "!(country = 'Spain')",
                "icao IS NULL",
                "name IS NOT NULL",
                "nothing IS NOT NULL",
                "nothing IS MISSING",
                "icao IS NOT MISSING",
                "geo.alt >= 6813",
                "`geo`.`alt` >= 6813",
                "`the name` = 'x'",
                "`if` = 3",
                "schedule[0].flight = \"AA679\"",
                "schedule[1].day = 1",
                "id % 7 <= 3",
                "id + 9 = 1200",
                "id * 2 - 382 = 2000",
                "-id < 0",
                "(id + 9) / 4 = 300",
                "1191 = id",
                "id <> 5",
                "geo.lat < 38",
                "ROUND(geo.lat) = 38",
                "POW(2, 3) = 8",
                "ABS(-id) = id",
                "SQRT(16) = 4",
                "PI() > 3.14",
                "E() < 2.8",
                "ATAN2(0, 1) = 0",
                "DATE(date) >= DATE(\"2019-01-25\")",
                "DATE(date) < DATE('2019-01-25T00:00:01Z')",
                "DATE(date) < '2020-01-01'",
                "active = true",
                "active = 'TRUE'",
                "active = 5",
                "size = 12",
                "size > 11",
                "TRUE",
                "NOT FALSE",
                "TRUE = active",
                "country > 5",
                "icao < 1",
                "list = list",
                "schedule < list OR list <= schedule",
                "geo > list",
                "1e3 < id",
                "empty = ''"
            })
    void letsTheDocumentPass(String expression) throws FilterSyntaxException {
        assertTrue(passes(expression), expression);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "REGEXP_CONTAINS(country, 'france')",
                "REGEXP_CONTAINS(id, '1')",
                "REGEXP_CONTAINS(nothing, '')",
                "nothing = 1",
                "nothing != 1",
                "nothing < 1",
                "icao = 0",
                "country < 5",
                "schedule[5].day = 1",
                "META().xattrs.nothing = 1",
                "id % 0 = 0",
                "name + 1 = 1",
                "SQRT(-1) < 5",
                "DATE(name) > DATE('1970-01-01')",
                "FALSE",
                "country = 'France' AND FALSE"
            })
    void doesNotPass(String expression) throws FilterSyntaxException {
        assertFalse(passes(expression), expression);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "country",
                "country =",
                "country = 'France",
                "= 1",
                "a = 1 b = 2",
                "(a = 1",
                "a = 1)",
                "EXISTS country",
                "META().cas = 1",
                "META.id = 'a'",
                "IS = 1",
                "a[b] = 1",
                "RANDOM() = 1",
                "NOTHING(a) = 1",
                "REGEXP_CONTAINS(a, b)",
                "REGEXP_CONTAINS(a, '(')",
                "REGEXP_CONTAINS(a, '(?=(')",
                "a IS 1",
                "a # 1"
            })
    void isNoExpression(String expression) {
        assertThrows(FilterSyntaxException.class, () -> DocumentFilter.parse(expression), expression);
    }

    @Test
    void whatAnExpressionReadsIsKnown() throws FilterSyntaxException {
        assertFalse(DocumentFilter.parse("REGEXP_CONTAINS(META().id, 'a')").readsBody());
        assertFalse(DocumentFilter.parse("META().id = 'a'").readsXattrs());
        assertTrue(DocumentFilter.parse("META().xattrs.a = 1").readsXattrs());
        assertFalse(DocumentFilter.parse("META().xattrs.a = 1").readsBody());
        assertTrue(DocumentFilter.parse("a = 1").readsBody());
    }

    @Test
    void deepAndLongExpressionsAreRefused() {
        assertThrows(FilterSyntaxException.class, () -> DocumentFilter.parse("NOT ".repeat(200) + "a = 1"));
        assertThrows(
                FilterSyntaxException.class, () -> DocumentFilter.parse("(".repeat(500) + "a = 1" + ")".repeat(500)));
        assertThrows(FilterSyntaxException.class, () -> DocumentFilter.parse("-".repeat(500) + "a = 1"));
        assertThrows(FilterSyntaxException.class, () -> DocumentFilter.parse("a = '" + "x".repeat(20_000) + "'"));
    }

    @Test
    void lookaheadThatTakesTooLongIsGivenUp() throws FilterSyntaxException {
        DocumentFilter filter = DocumentFilter.parse("REGEXP_CONTAINS(a, '(?=x)(x+x+)+\\1y')");
        FilteredDocument document = new FilteredDocument("k", json("{\"a\":\"" + "x".repeat(60) + "\"}"), json("{}"));
        UnfilterableException given = assertThrows(UnfilterableException.class, () -> filter.passes(document));
        assertEquals("a regular expression takes too many steps", given.getMessage());
    }
}
