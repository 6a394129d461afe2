package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.N1qlBinary;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;

/** The function {@code HASHBYTES}: digests of strings, of bytes, and of the JSON of all else. */
final class DigestFunctions {
    private static final String DEFAULT = "sha256";
    private static final String CRC32 = "crc32";
    private static final int IEEE = 0xedb88320;
    private static final int CASTAGNOLI = 0x82f63b78;
    private static final int KOOPMAN = 0xeb31d82e;

    private static final Map<String, String> ALGORITHMS = Map.of(
            "md5",
            "MD5",
            "sha224",
            "SHA-224",
            "sha256",
            "SHA-256",
            "sha384",
            "SHA-384",
            "sha512",
            "SHA-512",
            "sha512/224",
            "SHA-512/224",
            "sha512/256",
            "SHA-512/256");

    private DigestFunctions() {}

    static void addTo(N1qlFunctionTable table) {
        table.any("HASHBYTES", 1, 2, DigestFunctions::digest);
    }

    private static N1qlValue digest(N1qlValue[] arguments) {
        if (arguments[0].isUnknown()) {
            return arguments[0];
        }
        byte[] bytes = bytes(arguments[0]);
        N1qlValue options = arguments.length == 2 ? arguments[1] : N1qlValues.NULL;
        return switch (options) {
            case N1qlString algorithm -> digest(bytes, algorithm.stringValue(), IEEE);
            case N1qlObject object ->
                digest(bytes, new Options(object).text("algorithm", DEFAULT), polynomial(object.field("polynomial")));
            default -> options.isUnknown() ? digest(bytes, DEFAULT, IEEE) : N1qlValues.NULL;
        };
    }

    private static byte[] bytes(N1qlValue value) {
        if (value instanceof N1qlBinary binary) {
            return binary.bytes();
        }
        return value instanceof N1qlString text
                ? text.utf8()
                : JsonFunctions.encoded(value).getBytes(StandardCharsets.UTF_8);
    }

    private static N1qlValue digest(byte[] bytes, String algorithm, int polynomial) {
        String name = algorithm.toLowerCase(Locale.ROOT).replaceFirst("sha-", "sha");
        if (name.equals(CRC32)) {
            return N1qlValues.of(HexFormat.of().toHexDigits(crc32(bytes, polynomial)));
        }
        if (name.equals("md4")) {
            return N1qlValues.of(HexFormat.of().formatHex(Md4.digest(bytes)));
        }
        String known = ALGORITHMS.get(name);
        if (known == null) {
            return N1qlValues.NULL;
        }
        try {
            return N1qlValues.of(
                    HexFormat.of().formatHex(MessageDigest.getInstance(known).digest(bytes)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** A polynomial by its name or its number, in reversed order of bits. */
    private static int polynomial(N1qlValue given) {
        if (given instanceof N1qlNumber number) {
            return (int) number.longValue();
        }
        String name = given instanceof N1qlString text ? text.stringValue().toLowerCase(Locale.ROOT) : "";
        return switch (name) {
            case "castagnoli" -> CASTAGNOLI;
            case "koopman" -> KOOPMAN;
            default -> parse(name);
        };
    }

    private static int parse(String number) {
        try {
            long polynomial = Long.decode(number);
            return polynomial >>> 32 == 0 ? (int) polynomial : IEEE;
        } catch (NumberFormatException _) {
            return IEEE;
        }
    }

    private static int crc32(byte[] bytes, int polynomial) {
        int crc = -1;
        for (byte each : bytes) {
            crc ^= each & 0xff;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                crc = crc >>> 1 ^ (crc & 1) * polynomial;
            }
        }
        return ~crc;
    }
}
