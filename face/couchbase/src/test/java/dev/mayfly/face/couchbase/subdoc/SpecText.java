package dev.mayfly.face.couchbase.subdoc;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;

/**
 * Operations as scripts write them: {@code dict_upsert xattr,mkdir a.b = 1}. The root's path is written {@code .}; a value
 * that begins with {@code 0x} is bytes.
 */
final class SpecText {
    private static final Map<String, Integer> PATH_FLAGS = Map.of("mkdir", 1, "xattr", 4, "macro", 16, "binary", 32);

    private SpecText() {}

    static byte[] lookups(String input) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        input.lines().forEach(line -> bytes.writeBytes(spec(line, false)));
        return bytes.toByteArray();
    }

    static byte[] mutations(String input) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        input.lines().forEach(line -> bytes.writeBytes(spec(line, true)));
        return bytes.toByteArray();
    }

    private static byte[] spec(String line, boolean mutation) {
        String[] sides = line.split(" = ", 2);
        String[] words = sides[0].split(" ", -1);
        String name = words[0].toUpperCase(Locale.ROOT);
        int opcode = name.startsWith("0X") ? Integer.parseInt(name.substring(2), 16) : code(SubOpcode.valueOf(name));
        int flags = words.length == 3 ? flags(words[1]) : 0;
        byte[] path = words.length == 1 ? new byte[0] : path(words[words.length - 1]);
        byte[] value = sides.length == 1 ? new byte[0] : value(sides[1]);
        ByteBuffer spec = ByteBuffer.allocate((mutation ? 8 : 4) + path.length + value.length);
        spec.put((byte) opcode).put((byte) flags).putShort((short) path.length);
        if (mutation) {
            spec.putInt(value.length);
        }
        return spec.put(path).put(value).array();
    }

    private static int code(SubOpcode opcode) {
        for (int code = 0; code < 256; code++) {
            if (SubOpcode.of(code) == opcode) {
                return code;
            }
        }
        throw new IllegalArgumentException(opcode.name());
    }

    private static int flags(String names) {
        int flags = 0;
        for (String name : names.split(",", -1)) {
            Integer known = PATH_FLAGS.get(name);
            flags |= known == null ? Integer.parseInt(name) : known;
        }
        return flags;
    }

    private static byte[] path(String text) {
        return text.equals(".") ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] value(String text) {
        return text.startsWith("0x")
                ? HexFormat.of().parseHex(text.substring(2))
                : text.getBytes(StandardCharsets.UTF_8);
    }
}
