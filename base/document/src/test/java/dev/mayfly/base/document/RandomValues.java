package dev.mayfly.base.document;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Objects;
import java.util.SplittableRandom;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBinaryWriter;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/** Random values of every type, many of them equal or neighbours, from one seed. */
final class RandomValues {
    private static final long[] LONGS = {
        0,
        1,
        -1,
        5,
        127,
        255,
        256,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        1L << 52,
        (1L << 53) - 1,
        1L << 53,
        (1L << 53) + 1,
        (1L << 53) + 3,
        1L << 62,
        (1L << 62) + 1,
        Long.MAX_VALUE,
        Long.MAX_VALUE - 1,
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1
    };
    private static final double[] DOUBLES = {
        0.0,
        -0.0,
        0.1,
        0.5,
        1.5,
        -1.5,
        5.0,
        Double.MIN_VALUE,
        Double.MIN_NORMAL,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        0x1p53,
        0x1p62,
        0x1p63,
        0x1p64,
        -0x1p63,
        1e22,
        Double.parseDouble("1e23"),
        Math.nextUp(Double.parseDouble("1e23"))
    };
    private static final String[] DECIMALS = {
        "0",
        "-0",
        "0E+6000",
        "0.1",
        "5.00",
        "-1.5",
        "1E-6176",
        "9.999999999999999999999999999999999E+6144",
        "NaN",
        "Infinity",
        "-Infinity",
        "9007199254740993",
        "9007199254740993.5",
        "9223372036854775807",
        "9223372036854775808",
        "9223372036854775807.5",
        "4.9E-324",
        "4E-324",
        "1.8E+308",
        "0.1000000000000000055511151231257827",
        "0.1000000000000000055511151231257828",
        "100000000000000000000000",
        "1E+23",
        "-9007199254740993.25"
    };
    private static final String[] STRINGS = {
        "",
        "a",
        "b",
        "ab",
        "a\u0000",
        "a\u0000b",
        "a\u0001",
        "\u0000",
        "\u0001",
        "\u0001\u0001",
        "é",
        "\uFFFF",
        "\uD83D\uDE00",
        "zebra",
        "10",
        "9"
    };

    private final SplittableRandom random;

    RandomValues(long seed) {
        this.random = new SplittableRandom(seed);
    }

    SplittableRandom random() {
        return random;
    }

    static byte[] bson(BsonDocument document) {
        BasicOutputBuffer out = new BasicOutputBuffer();
        new BsonDocumentCodec()
                .encode(
                        new BsonBinaryWriter(out),
                        document,
                        EncoderContext.builder().build());
        return out.toByteArray();
    }

    /** The same value inside BSON bytes. */
    static BsonView inBson(BsonValue value) {
        View view = BsonView.of(bson(new BsonDocument("x", new BsonInt32(1)).append("v", value)))
                .field("v");
        return (BsonView) Objects.requireNonNull(view);
    }

    BsonValue value(int depth) {
        int kind = random.nextInt(depth > 0 ? 24 : 20);
        return switch (kind) {
            case 0 -> new BsonMinKey();
            case 1 -> new BsonMaxKey();
            case 2 -> new BsonUndefined();
            case 3 -> BsonNull.VALUE;
            case 4, 5, 6, 7 -> number();
            case 8, 9 -> new BsonString(text());
            case 10 -> new BsonSymbol(text());
            case 11 -> new BsonBinary((byte) random.nextInt(6), bytes(random.nextInt(5)));
            case 12 -> new BsonObjectId(objectId());
            case 13 -> BsonBoolean.valueOf(random.nextBoolean());
            case 14 -> new BsonDateTime(integer());
            case 15 -> new BsonTimestamp(integer());
            case 16 -> new BsonRegularExpression(cText(), random.nextBoolean() ? "i" : "im");
            case 17 -> new BsonDbPointer(text(), objectId());
            case 18 -> new BsonJavaScript(text());
            case 19 -> new BsonJavaScriptWithScope(text(), document(Math.max(0, depth - 1)));
            case 20, 21 -> array(depth - 1);
            default -> document(depth - 1);
        };
    }

    BsonValue number() {
        return switch (random.nextInt(6)) {
            case 0 -> new BsonInt32((int) integer());
            case 1 -> new BsonInt64(integer());
            case 2 -> new BsonDouble(DOUBLES[random.nextInt(DOUBLES.length)]);
            case 3 -> new BsonDouble(random.nextBoolean() ? integer() : Double.longBitsToDouble(random.nextLong()));
            case 4 -> new BsonDecimal128(Decimal128.parse(DECIMALS[random.nextInt(DECIMALS.length)]));
            default -> new BsonDecimal128(decimal());
        };
    }

    private Decimal128 decimal() {
        BigInteger coefficient =
                random.nextBoolean() ? BigInteger.valueOf(integer()) : BigInteger.valueOf(random.nextInt(-50, 50));
        return new Decimal128(new BigDecimal(coefficient, random.nextInt(-5, 25)));
    }

    private long integer() {
        return switch (random.nextInt(4)) {
            case 0 -> LONGS[random.nextInt(LONGS.length)];
            case 1 -> random.nextLong();
            case 2 -> (1L << 53) + random.nextInt(-20, 20);
            default -> random.nextInt(-20, 20);
        };
    }

    String text() {
        return STRINGS[random.nextInt(STRINGS.length)];
    }

    private String cText() {
        return text().replace("\u0000", "");
    }

    private ObjectId objectId() {
        return new ObjectId(random.nextInt(3), random.nextInt(0x1000000));
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) random.nextInt(-2, 3);
        }
        return bytes;
    }

    BsonArray array(int depth) {
        BsonArray array = new BsonArray();
        for (int i = random.nextInt(4); i > 0; i--) {
            array.add(value(depth));
        }
        return array;
    }

    BsonDocument document(int depth) {
        BsonDocument document = new BsonDocument();
        for (int i = random.nextInt(4); i > 0; i--) {
            document.append(cText(), value(depth));
        }
        return document;
    }
}
