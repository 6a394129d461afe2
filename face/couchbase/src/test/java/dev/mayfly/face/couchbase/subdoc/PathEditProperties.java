package dev.mayfly.face.couchbase.subdoc;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.test.harness.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Operations on bytes agree with the same operations on a tree, whatever the document and the path. */
class PathEditProperties {
    private static final List<String> NAMES = List.of("a", "b", "c.d", "e`f", "g[0]", "ö");
    private static final List<SubOpcode> OPCODES = List.of(
            SubOpcode.GET,
            SubOpcode.EXISTS,
            SubOpcode.GET_COUNT,
            SubOpcode.DICT_ADD,
            SubOpcode.DICT_UPSERT,
            SubOpcode.REPLACE,
            SubOpcode.DELETE,
            SubOpcode.ARRAY_PUSH_FIRST,
            SubOpcode.ARRAY_PUSH_LAST,
            SubOpcode.ARRAY_INSERT,
            SubOpcode.ARRAY_ADD_UNIQUE,
            SubOpcode.COUNTER);

    private final JsonMapper mapper = JsonMapper.builder().build();

    @Test
    void bytesAgreeWithTrees() {
        Seeds.run(400, (_, random) -> {
            Object tree = container(random, 0);
            byte[] text = text(tree, random);
            for (int operation = 0; operation < 12; operation++) {
                text = oneOperation(random, tree, text);
            }
        });
    }

    private byte[] oneOperation(RandomGenerator random, Object tree, byte[] text) {
        SubOpcode opcode = OPCODES.get(random.nextInt(OPCODES.size()));
        List<Object> path = path(random, tree);
        boolean makesParents = random.nextBoolean();
        Object value = value(random, opcode);
        TreeModel model = new TreeModel(tree);
        Status expected = model.run(opcode, path, copy(value), makesParents);
        byte[] written = opcode.takesValue() ? text(value, random) : new byte[0];
        String told = opcode + " " + path + " " + value + " " + new String(text, StandardCharsets.UTF_8);
        EditResult edited = PathEdit.run(opcode, text, pathText(path), written, makesParents);
        assertEquals(expected, edited.status(), told);
        if (expected != Status.SUCCESS || !opcode.isMutation()) {
            assertSame(text, edited.text(), told);
        }
        JsonValidator.validate(edited.text(), 0, edited.text().length, JsonValidator.DEPTH_MAX);
        assertEquals(mapper.readTree(text(tree, null)), mapper.readTree(edited.text()), told);
        Object answer = model.answer();
        if (answer != null) {
            byte[] answered = requireNonNull(edited.value(), told);
            assertEquals(mapper.readTree(text(answer, null)), mapper.readTree(answered), told);
        }
        return edited.text();
    }

    private static Object value(RandomGenerator random, SubOpcode opcode) {
        return switch (opcode) {
            case COUNTER -> 1 + random.nextInt(9);
            case ARRAY_ADD_UNIQUE -> primitive(random);
            default -> random.nextBoolean() ? primitive(random) : container(random, 2);
        };
    }

    private static Object copy(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<Object, Object> copy = new LinkedHashMap<>();
                map.forEach((name, member) -> copy.put(name, copy(member)));
                yield copy;
            }
            case List<?> list ->
                new ArrayList<>(list.stream().map(PathEditProperties::copy).toList());
            default -> value;
        };
    }

    private static Object container(RandomGenerator random, int depth) {
        int size = random.nextInt(4);
        if (random.nextInt(3) == 0) {
            List<Object> list = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                list.add(any(random, depth + 1));
            }
            return list;
        }
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            map.put(NAMES.get(random.nextInt(NAMES.size())), any(random, depth + 1));
        }
        return map;
    }

    private static Object any(RandomGenerator random, int depth) {
        return depth < 4 && random.nextBoolean() ? container(random, depth) : primitive(random);
    }

    private static Object primitive(RandomGenerator random) {
        return random.nextBoolean() ? random.nextInt(5) : NAMES.get(random.nextInt(NAMES.size()));
    }

    /** Mostly one that leads somewhere. */
    private static List<Object> path(RandomGenerator random, Object tree) {
        List<Object> path = new ArrayList<>();
        Object here = tree;
        while (random.nextInt(4) > 0 && path.size() < 6) {
            Object step;
            if (here instanceof List<?> list && random.nextInt(8) > 0) {
                int index = random.nextInt(-1, list.size() + 2);
                step = index;
                int at = index < 0 ? list.size() - 1 : index;
                here = at >= 0 && at < list.size() ? requireNonNull(list.get(at)) : "";
            } else {
                step = NAMES.get(random.nextInt(NAMES.size()));
                here = here instanceof Map<?, ?> map && map.containsKey(step) ? requireNonNull(map.get(step)) : "";
            }
            path.add(step);
        }
        return path;
    }

    private static byte[] pathText(List<Object> path) {
        StringBuilder text = new StringBuilder();
        for (Object step : path) {
            if (step instanceof Integer index) {
                text.append('[').append(index).append(']');
            } else {
                text.append(text.isEmpty() ? "" : ".")
                        .append('`')
                        .append(step.toString().replace("`", "``"))
                        .append('`');
            }
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] text(Object value, @Nullable RandomGenerator spaces) {
        StringBuilder text = new StringBuilder();
        write(value, spaces, text);
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void write(Object value, @Nullable RandomGenerator spaces, StringBuilder text) {
        switch (value) {
            case Map<?, ?> map -> {
                String comma = "{";
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    text.append(comma).append(space(spaces)).append('"').append(name(entry, spaces));
                    text.append('"').append(space(spaces)).append(':').append(space(spaces));
                    write(requireNonNull(entry.getValue()), spaces, text);
                    text.append(space(spaces));
                    comma = ",";
                }
                text.append(map.isEmpty() ? "{" + space(spaces) : "").append('}');
            }
            case List<?> list -> {
                String comma = "[";
                for (Object element : list) {
                    text.append(comma).append(space(spaces));
                    write(requireNonNull(element), spaces, text);
                    text.append(space(spaces));
                    comma = ",";
                }
                text.append(list.isEmpty() ? "[" + space(spaces) : "").append(']');
            }
            case String string -> text.append('"').append(string).append('"');
            default -> text.append(value);
        }
    }

    private static String name(Map.Entry<?, ?> entry, @Nullable RandomGenerator escapes) {
        String name = String.valueOf(entry.getKey());
        boolean escaped = escapes != null && escapes.nextInt(4) == 0;
        return escaped ? "\\u" + HexFormat.of().toHexDigits(name.charAt(0)) + name.substring(1) : name;
    }

    private static String space(@Nullable RandomGenerator random) {
        return random == null ? "" : List.of("", "", " ", "\n\t").get(random.nextInt(4));
    }
}
