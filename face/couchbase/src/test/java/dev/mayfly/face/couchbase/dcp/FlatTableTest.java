package dev.mayfly.face.couchbase.dcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Tables as a reader of FlatBuffers finds them: by the list of fields in front of the table. */
final class FlatTableTest {
    private static ByteBuffer reader(FlatTable table) {
        return ByteBuffer.wrap(table.toBytes()).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns where a field is; checks that its bytes lie in the table and at a multiple of their number. */
    private static int at(ByteBuffer buffer, int field, int bytes) {
        int table = buffer.getInt(0);
        int list = table - buffer.getInt(table);
        assertEquals(0, list % Short.BYTES);
        int place = buffer.getShort(list + 4 + 2 * field);
        assertEquals(0, (table + place) % bytes, "field " + field);
        assertEquals(true, place >= 4 && place + bytes <= buffer.getShort(list + 2), "field " + field);
        return table + place;
    }

    private static String text(ByteBuffer buffer, int field) {
        int at = at(buffer, field, Integer.BYTES);
        int from = at + buffer.getInt(at);
        assertEquals(0, from % Integer.BYTES);
        byte[] bytes = new byte[buffer.getInt(from)];
        buffer.get(from + Integer.BYTES, bytes);
        assertEquals(0, buffer.get(from + Integer.BYTES + bytes.length), "texts end with a zero");
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void everyFieldIsWhereTheListSays() {
        for (String name : new String[] {"", "c", "abc", "abcd", "größer", "x".repeat(251)}) {
            ByteBuffer buffer = reader(new FlatTable()
                    .number8(0x1122334455667788L)
                    .number4(9)
                    .number4(-1)
                    .flag(true)
                    .number4(72_000)
                    .text(name));
            assertEquals(0x1122334455667788L, buffer.getLong(at(buffer, 0, Long.BYTES)));
            assertEquals(9, buffer.getInt(at(buffer, 1, Integer.BYTES)));
            assertEquals(-1, buffer.getInt(at(buffer, 2, Integer.BYTES)));
            assertEquals(1, buffer.get(at(buffer, 3, 1)));
            assertEquals(72_000, buffer.getInt(at(buffer, 4, Integer.BYTES)));
            assertEquals(name, text(buffer, 5));
        }
    }

    @Test
    void severalTextsLieBehindEachOther() {
        ByteBuffer buffer = reader(new FlatTable().text("one").number8(2).text("three"));
        assertEquals("one", text(buffer, 0));
        assertEquals(2, buffer.getLong(at(buffer, 1, Long.BYTES)));
        assertEquals("three", text(buffer, 2));
    }

    @Test
    void aSmallTableByteByByte() {
        byte[] table = new FlatTable().number8(2).number4(8).toBytes();
        assertEquals(
                "0c000000" + "0800100004000c00" + "08000000" + "0200000000000000" + "08000000",
                HexFormat.of().formatHex(table));
    }
}
