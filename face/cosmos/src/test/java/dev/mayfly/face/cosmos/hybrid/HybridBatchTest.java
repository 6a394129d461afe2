package dev.mayfly.face.cosmos.hybrid;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.error.CosmosException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class HybridBatchTest {
    /** A Read of item "a", byte by byte. */
    private static final String READ_A = "81 f0d8ff7f 01 0a000000" // Segment: version, schema, bits, length.
            + "81 f1d8ff7f 10000000 2022835e" // Record: version, schema, length, CRC.
            + "81 7054e17f 13 02000000 02000000 01 61"; // Row: version, schema, bits, Read, document, "a".

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    @Test
    void anOperationIsReadFromItsBytes() {
        byte[] body = hex(READ_A);
        assertTrue(HybridBatch.isHybrid(body));
        HybridOperation operation = HybridBatch.decode(body).getFirst();
        assertEquals("Read", operation.type());
        assertEquals("a", operation.id());
        assertNull(operation.partitionKey());
        assertNull(operation.body());
        assertFalse(operation.prefersMinimal());
    }

    @Test
    void everyKindOfOperationKeepsWhatItSays() {
        String longText = "x".repeat(20_000);
        List<HybridOperation> operations = HybridBatch.decode(HybridClient.request("""
                [{"operationType":"Create","partitionKey":"[\\"p\\"]","resourceBody":{"id":"ü","t":"%s"}},
                 {"operationType":"Replace","id":"b","ifMatch":"\\"1\\"","resourceBody":{"id":"b"}},
                 {"operationType":"Upsert","ifNoneMatch":"*","resourceBody":{"id":"c"},"minimalReturnPreference":true},
                 {"operationType":"Patch","id":"d","resourceBody":{"operations":[]}},
                 {"operationType":"Delete","id":"e"}]
                """.formatted(longText)));
        assertEquals(
                List.of("Create", "Replace", "Upsert", "Patch", "Delete"),
                operations.stream().map(HybridOperation::type).toList());
        HybridOperation create = operations.getFirst();
        assertEquals("[\"p\"]", create.partitionKey());
        assertArrayEquals(
                ("{\"id\":\"ü\",\"t\":\"" + longText + "\"}").getBytes(UTF_8), Objects.requireNonNull(create.body()));
        assertEquals("\"1\"", operations.get(1).ifMatch());
        assertEquals("*", operations.get(2).ifNoneMatch());
        assertTrue(operations.get(2).prefersMinimal());
    }

    @Test
    void resultsAreWrittenAsRecordsOfTheirOwn() {
        byte[] answer = HybridBatch.encode(List.of(
                new HybridResult(201, 0, "\"e\"", "{\"id\":\"a\"}".getBytes(UTF_8), 0, 5.25),
                new HybridResult(424, 0, null, null, 0, 0),
                new HybridResult(429, 3200, null, null, 1500, 1)));
        assertEquals("""
                201 charge=5.25 etag="e" {"id":"a"}
                424 charge=0.0
                429/3200 retryAfter=1500 charge=1.0""", HybridClient.shown(answer));
    }

    @Test
    void whatIsNoBatchIsRefused() {
        byte[] good = HybridClient.request("[{\"operationType\":\"Read\",\"id\":\"a\"}]");
        assertEquals(1, HybridBatch.decode(good).size());
        assertRefused(new byte[] {Schema.VERSION});
        assertRefused(new byte[0]);
        assertRefused(Arrays.copyOf(good, good.length - 1));
        byte[] changed = good.clone();
        changed[good.length - 1]++;
        assertRefused(changed);
        assertFalse(HybridBatch.isHybrid("[]".getBytes(UTF_8)));
        assertFalse(HybridBatch.isHybrid(new byte[0]));
    }

    @Test
    void aRowWithColumnsOfOthersIsPassedOver() {
        RowWriter row =
                new RowWriter().schema(Schema.OPERATION).put(0b11).putInt(4).putInt(2);
        row.put(Schema.UTF8).put(8).putText("Include");
        row.put(Schema.INT32).put(11).putInt(7);
        row.put(Schema.FLOAT64).put(13 + 3).putBytes("new".getBytes(UTF_8)).putDouble(1);
        row.put(Schema.NULL).put(13);
        row.put(Schema.UTF8).put(9).putText("\"e\"");
        HybridOperation operation = HybridBatch.decode(batch(row)).getFirst();
        assertEquals("Delete", operation.type());
        assertEquals("\"e\"", operation.ifMatch());
    }

    @Test
    void aSegmentMayHaveACommentAndFollowAnother() {
        byte[] good = HybridClient.request("[{\"operationType\":\"Read\",\"id\":\"a\"}]");
        RowWriter out = new RowWriter();
        out.schema(Schema.SEGMENT).put(1).putInt(10 + 2 + 6);
        out.put(Schema.UTF8).put(2).putText("hello");
        assertEquals(
                "a",
                HybridBatch.decode(out.putBytes(good).toByteArray()).getFirst().id());
        assertRefused(new RowWriter().schema(Schema.SEGMENT).put(0).putInt(0).toByteArray());
        assertRefused(new RowWriter().schema(Schema.SEGMENT).put(1).putInt(-1).toByteArray());
        assertRefused(new RowWriter()
                .schema(Schema.SEGMENT)
                .put(1)
                .putInt(Integer.MAX_VALUE)
                .toByteArray());
    }

    @Test
    void aRowThatSaysNoOperationIsRefused() {
        assertRefused(
                batch(new RowWriter().schema(Schema.RESULT).put(0b11).putInt(4).putInt(2)));
        assertRefused(batch(
                new RowWriter().schema(Schema.OPERATION).put(0b11).putInt(15).putInt(2)));
        assertRefused(batch(
                new RowWriter().schema(Schema.OPERATION).put(0b11).putInt(4).putInt(1)));
        assertRefused(batch(
                new RowWriter().schema(Schema.OPERATION).put(0b01).putInt(4).putInt(2)));
        assertRefused(batch(new RowWriter()
                .schema(Schema.OPERATION)
                .put(0b10011)
                .putInt(4)
                .putInt(2)
                .put(9)));
        assertRefused(batch(new RowWriter()
                .schema(Schema.OPERATION)
                .put(0b11)
                .putInt(4)
                .putInt(2)
                .put(30)
                .put(9)));
        assertRefused(batch(new RowWriter()
                .schema(Schema.OPERATION)
                .put(0b10011)
                .putInt(4)
                .putInt(2)
                .putBinary(new byte[] {(byte) 0xFF})));
    }

    private static byte[] batch(RowWriter row) {
        RowWriter out = new RowWriter();
        RecordWriter.segment(out);
        RecordWriter.record(out, row.toByteArray());
        return out.toByteArray();
    }

    private static void assertRefused(byte[] body) {
        assertEquals(
                400,
                assertThrows(CosmosException.class, () -> HybridBatch.decode(body))
                        .status());
    }
}
