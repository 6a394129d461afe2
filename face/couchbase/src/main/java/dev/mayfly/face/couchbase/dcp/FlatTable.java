package dev.mayfly.face.couchbase.dcp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One table of numbers and texts in the encoding of FlatBuffers. Its fields are given in the order of their schema. */
final class FlatTable {
    /*
     * The buffer (every number little-endian):
     *
     *   4 where the table is
     *   2 size of the list of fields | 2 size of the table | 2 for each field where in the table it is
     *   table: 4 how far the list is in front of it | numbers of 8 bytes | numbers of 4 | flags
     *   texts: 4 length | bytes in UTF-8 | 0
     *
     * A number lies at a multiple of its size; the field of a text is a number of 4, which says how far behind itself the text is.
     */
    private static final int LIST_AT = 4;
    private static final int EIGHT = 8;
    private static final int FOUR = 4;

    private final List<Field> fields = new ArrayList<>();

    /** @param text what the number leads to, or empty for a number that is the value itself */
    private record Field(int bytes, long number, boolean isText, byte[] text) {}

    private FlatTable add(int bytes, long number) {
        fields.add(new Field(bytes, number, false, new byte[0]));
        return this;
    }

    FlatTable number8(long number) {
        return add(EIGHT, number);
    }

    FlatTable number4(int number) {
        return add(FOUR, number);
    }

    FlatTable flag(boolean isSet) {
        return add(1, isSet ? 1 : 0);
    }

    FlatTable text(String text) {
        fields.add(new Field(FOUR, 0, true, text.getBytes(StandardCharsets.UTF_8)));
        return this;
    }

    byte[] toBytes() {
        int listBytes = 2 * Short.BYTES + fields.size() * Short.BYTES;
        int tableAt = roundedUp(LIST_AT + listBytes - FOUR, EIGHT) + FOUR;
        int[] places = places();
        int tableBytes = FOUR + fields.stream().mapToInt(Field::bytes).sum();
        int end = roundedUp(tableAt + tableBytes, FOUR);
        int textBytes = fields.stream()
                .filter(Field::isText)
                .mapToInt(each -> roundedUp(FOUR + each.text.length + 1, FOUR))
                .sum();
        ByteBuffer buffer = ByteBuffer.allocate(end + textBytes).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(0, tableAt).putShort(LIST_AT, (short) listBytes).putShort(LIST_AT + 2, (short) tableBytes);
        buffer.putInt(tableAt, tableAt - LIST_AT);
        for (int index = 0; index < fields.size(); index++) {
            Field field = fields.get(index);
            int at = tableAt + places[index];
            buffer.putShort(LIST_AT + 2 * Short.BYTES + index * Short.BYTES, (short) places[index]);
            if (field.isText) {
                buffer.putInt(at, end - at).putInt(end, field.text.length).put(end + FOUR, field.text);
                end += roundedUp(FOUR + field.text.length + 1, FOUR);
            } else {
                put(buffer, at, field);
            }
        }
        return buffer.array();
    }

    private static void put(ByteBuffer buffer, int at, Field field) {
        switch (field.bytes) {
            case EIGHT -> buffer.putLong(at, field.number);
            case FOUR -> buffer.putInt(at, (int) field.number);
            default -> buffer.put(at, (byte) field.number);
        }
    }

    /** Returns where in the table each field is: the widest first, so that none needs a gap before it. */
    private int[] places() {
        int[] places = new int[fields.size()];
        int next = FOUR;
        for (int bytes : new int[] {EIGHT, FOUR, 1}) {
            for (int index = 0; index < places.length; index++) {
                if (fields.get(index).bytes == bytes) {
                    places[index] = next;
                    next += bytes;
                }
            }
        }
        return places;
    }

    private static int roundedUp(int number, int multiple) {
        return (number + multiple - 1) / multiple * multiple;
    }
}
