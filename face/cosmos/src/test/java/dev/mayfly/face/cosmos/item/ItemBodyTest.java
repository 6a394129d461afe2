package dev.mayfly.face.cosmos.item;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.resource.ItemRid;
import dev.mayfly.face.cosmos.resource.SystemProperties;
import dev.mayfly.test.harness.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ItemBodyTest {
    @Test
    void orderOfPropertiesAndTextsOfNumbersStayAsSent() {
        String item = "{\"z\": 1.10, \"id\":\"a\",\"b\":[1e2, 12345678901234567890],\"a\":\"\\u00e4\"}";
        assertEquals(item, stored(item));
        assertEquals(item, stored("  \n" + item + "\t "));
    }

    @Test
    void propertiesOfTheServerAreTakenOut() {
        assertEquals(
                "{\"id\":\"a\",\"x\":{\"_ts\":1},\"y\":2}",
                stored(
                        "{\"_ts\": 5 , \"id\":\"a\",\"_rid\":\"r\",\"x\":{\"_ts\":1},\"_self\":\"s\",\"_etag\":\"\\\"e\\\"\","
                                + "\"_attachments\":\"attachments/\",\"y\":2,\"_lsn\":[1,{}]}"));
        assertEquals("{\"_id\":1,\"id\":\"a\"}", stored("{\"_id\":1,\"\\u005fts\":1,\"id\":\"a\"}"));
    }

    @Test
    void whatIsAppendedIsWhatIsTakenOut() {
        SystemProperties properties =
                new SystemProperties(new byte[] {1, 2, 3, 4, (byte) 0x80, 5, 6, 7}, "dbs/a/colls/b/");
        String item = "{\"id\":\"a\",\"n\":1.50}";
        byte[] body = item.getBytes(StandardCharsets.UTF_8);
        String shown = text(properties.append(body, 0, body.length, 1, 42, 1_767_225_600_999L));
        assertEquals(
                "{\"id\":\"a\",\"n\":1.50,\"_rid\":\"AQIDBIAFBgcBAAAAAAAAAA==\","
                        + "\"_self\":\"dbs/a/colls/b/docs/AQIDBIAFBgcBAAAAAAAAAA==/\","
                        + "\"_etag\":\"\\\"00000000-0000-0000-0000-00000000002a\\\"\","
                        + "\"_attachments\":\"attachments/\",\"_ts\":1767225600}",
                shown);
        assertEquals(item, stored(shown));
        String fed = text(properties.appendWithLsn(body, 0, body.length, 1, 42, 1_767_225_600_999L));
        assertTrue(fed.endsWith("\"_ts\":1767225600,\"_lsn\":42}"), fed);
        assertEquals(item, stored(fed));
        assertEquals("AQIDBIAFBgcBAAAAAAAAAA==", properties.rid(1));
        assertEquals(1, ItemRid.number("AQIDBIAFBgcBAAAAAAAAAA=="));
        assertEquals(-1, ItemRid.number("AQIDBIAFBgc="));
        assertArrayEquals(new byte[] {0, 0, 0, 0, 0, 0, 1, 2}, ItemRid.stamp(258));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "7",
                "{}{}",
                "{\"id\":\"a\",}",
                "{\"id\":\"a\",\"x\":01}",
                "{\"id\":\"a\",\"x\":NaN}",
                "{\"id\":\"a\",\"id\":\"b\"}",
                "{\"id\":\"a\",\"x\":{\"y\":1,\"\\u0079\":2}}",
                "{}",
                "{\"id\":null}",
                "{\"id\":7}",
                "{\"id\":\"\"}",
                "{\"id\":\"a/b\"}",
                "{\"id\":\"a\\\\b\"}",
                "{\"id\":\"a?b\"}",
                "{\"id\":\"a#b\"}",
                "{\"id\":\"a\\nb\"}",
                "{\"id\":\"\\ud800\"}",
                "{\"ID\":\"a\"}",
            })
    void whatIsNoItemIsRefused(String body) {
        assertEquals(400, refused(body.getBytes(StandardCharsets.UTF_8)).status());
    }

    @Test
    void boundsOfDepthLengthAndNumbersAreKept() {
        assertEquals(
                400,
                refused(bytes("{\"id\":\"a\",\"x\":" + "[".repeat(128) + "]".repeat(128) + "}"))
                        .status());
        stored("{\"id\":\"a\",\"x\":" + "[".repeat(127) + "]".repeat(127) + "}");
        assertEquals(
                400,
                refused(bytes("{\"id\":\"a\",\"x\":" + "1".repeat(2_000) + "}")).status());
        assertEquals(400, refused(bytes("{\"id\":\"a\",\"x\":1e99999}")).status());
        assertEquals(
                400, refused(bytes("{\"id\":\"" + "i".repeat(1_024) + "\"}")).status());
        stored("{\"id\":\"" + "i".repeat(1_023) + "\"}");
        String frame = "{\"id\":\"a\",\"x\":\"\"}";
        stored("{\"id\":\"a\",\"x\":\"" + "x".repeat(ItemBody.BYTES_MAX - frame.length()) + "\"}");
        assertEquals(
                413,
                refused(bytes("{\"id\":\"a\",\"x\":\"" + "x".repeat(ItemBody.BYTES_MAX) + "\"}"))
                        .status());
        assertEquals(
                400,
                refused(new byte[] {'{', '"', 'i', 'd', '"', ':', '"', (byte) 0xC3, '"', '}'})
                        .status());
    }

    @Test
    void randomBytesAreAnItemOrRefused() {
        Seeds.run(2_000, (_, random) -> {
            byte[] body = bytes("{\"id\":\"a\",\"ttl\":5,\"x\":[1,{\"y\":null}],\"_ts\":\"\\u00e4\"}");
            for (int flips = 1 + random.nextInt(6); flips > 0; flips--) {
                flip(body, random);
            }
            try {
                ItemBody item = ItemBody.parse(body);
                assertEquals(text(item.text()), text(ItemBody.parse(item.text()).text()));
            } catch (CosmosException refused) {
                assertEquals(400, refused.status());
            }
        });
    }

    private static void flip(byte[] body, RandomGenerator random) {
        byte[] likely = bytes("{}[]\",:\\0-e_n ");
        body[random.nextInt(body.length)] =
                random.nextBoolean() ? (byte) random.nextInt(256) : likely[random.nextInt(likely.length)];
    }

    /** The rows I1 to I9: the container's time to live is on. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1          | 1",
                "2147483647 | 2147483647",
                "5.0        | 5",
                "1e2        | 100",
                "-1         | -1",
                "-1.0       | -1",
                "0          | 0",
                "-10        | 0",
                "null       | 0",
                "\"60\"     | 0",
                "1.5        | 0",
                "true       | 0",
                "{}         | 0",
                "[]         | 0",
                "2147483648 | 0",
                "1e400      | 0",
            })
    void aTimeToLiveIsAnIntegerOrMinusOneOrRefused(String ttl, int expected) {
        ItemBody item = ItemBody.parse(bytes("{\"id\":\"a\",\"ttl\":" + ttl + ",\"TTL\":0,\"x\":{\"ttl\":0}}"));
        Lifetime understood =
                expected == 0 ? Lifetime.INHERIT : expected == -1 ? Lifetime.FOREVER : new Lifetime.For(expected);
        assertEquals(understood, item.lifetime(false), "while off, nothing is refused");
        if (expected != 0) {
            assertEquals(understood, item.lifetime(true));
            return;
        }
        CosmosException refused = assertThrows(CosmosException.class, () -> item.lifetime(true));
        assertEquals(400, refused.status());
        assertEquals(
                "Message: {\"Errors\":[\"The input ttl '" + ttl.replace("\"", "")
                        + "' is invalid. Ensure to provide a nonzero positive integer less than or equal to '2147483647',"
                        + " or '-1' which means never expire.\"]}",
                refused.getMessage());
    }

    @Test
    void anItemWithoutATimeToLiveInheritsIt() {
        assertEquals(
                Lifetime.INHERIT,
                ItemBody.parse(bytes("{\"id\":\"a\",\"_ttl\":3,\"Ttl\":0}")).lifetime(true));
    }

    private static CosmosException refused(byte[] body) {
        return assertThrows(CosmosException.class, () -> ItemBody.parse(body));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String stored(String body) {
        return text(ItemBody.parse(bytes(body)).text());
    }
}
