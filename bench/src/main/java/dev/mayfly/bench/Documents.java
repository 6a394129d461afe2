package dev.mayfly.bench;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.TreeView;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.types.ObjectId;

/**
 * Any number of documents of 200 bytes, half of them compressible, generated from their number whenever they are asked
 * for: an ObjectId that grows, an indexed number below 20,000, a date and some bytes.
 */
final class Documents {
    private static final int RANDOM_BYTES = 64;
    private static final int FILLER_BYTES = 134;
    private static final int VALUES = 20_000;

    private final byte[] template;
    private final byte[] keyTemplate;
    private final int idAt;
    private final int keyIdAt;
    private final int numberAt;
    private final int dateAt;
    private final int fillerAt;

    Documents() {
        ObjectId marker = new ObjectId(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
        byte[] filler = new byte[FILLER_BYTES];
        Arrays.fill(filler, (byte) 'x');
        Arrays.fill(filler, 0, RANDOM_BYTES, (byte) '?');
        template = BsonEncoding.encode(new BsonDocument("_id", new BsonObjectId(marker))
                .append("f", new BsonInt32(0x5A5B5C5D))
                .append("at", new BsonDateTime(0x6A6B6C6D6E6F7071L))
                .append("filler", new BsonBinary(filler)));
        keyTemplate = KeyWriter.encode(TreeView.of(new BsonObjectId(marker)));
        idAt = find(template, marker.toByteArray());
        keyIdAt = find(keyTemplate, marker.toByteArray());
        numberAt = find(template, new byte[] {0x5D, 0x5C, 0x5B, 0x5A});
        dateAt = find(template, new byte[] {0x71, 0x70, 0x6F, 0x6E});
        fillerAt = find(template, new byte[] {'?', '?', '?', '?'});
    }

    private static int find(byte[] whole, byte[] part) {
        for (int at = 0; at + part.length <= whole.length; at++) {
            if (Arrays.equals(whole, at, at + part.length, part, 0, part.length)) {
                return at;
            }
        }
        throw new IllegalStateException("the template lacks a part");
    }

    int bytes() {
        return template.length;
    }

    DocumentKey key(int number) {
        byte[] key = keyTemplate.clone();
        writeId(key, keyIdAt, number);
        return new DocumentKey(key);
    }

    byte[] body(int number, long date) {
        byte[] body = template.clone();
        writeId(body, idAt, number);
        long random = mix(number + 1L);
        ByteBuffer buffer = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(numberAt, (int) Long.remainderUnsigned(random, VALUES)).putLong(dateAt, date);
        for (int at = 0; at < RANDOM_BYTES; at += Long.BYTES) {
            random = mix(random);
            buffer.putLong(fillerAt + at, random);
        }
        return body;
    }

    /** The driver's form: seconds, a number of the process, a counter. */
    private static void writeId(byte[] target, int at, int number) {
        ByteBuffer.wrap(target)
                .putInt(at, 0x69560000 + number / 20_000)
                .putInt(at + 4, 0x0BADCAFE)
                .putInt(at + 8, number);
    }

    /** Evenly spread, the same for the same number. */
    static long mix(long number) {
        long mixed = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
