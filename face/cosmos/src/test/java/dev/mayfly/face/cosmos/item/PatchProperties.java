package dev.mayfly.face.cosmos.item;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.test.harness.Seeds;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Patches of text agree with patches of trees. */
final class PatchProperties {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final List<String> NAMES = List.of("a", "b", "c/d", "~e", "ü\"", "0");
    private static final List<String> SPACES = List.of("", "", "", " ", "\n\t");

    /** The operations that a tree cannot do either. */
    private static final class Refused extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1L;
    }

    @Test
    void aPatchOfTheTextIsAPatchOfTheTree() {
        Seeds.run(1_000, (_, random) -> {
            ObjectNode tree = object(random, 3);
            byte[] text = spaced(tree, random).getBytes(StandardCharsets.UTF_8);
            for (int step = 0; step < 8; step++) {
                PatchOperation operation = operation(random);
                byte[] patched = patched(text, operation);
                ObjectNode expected = model(tree, operation);
                assertEquals(
                        expected,
                        patched == null ? null : MAPPER.readTree(patched),
                        operation.kind() + " " + operation.path() + " " + operation.from() + " of " + tree);
                if (patched != null && expected != null) {
                    text = patched;
                    tree = expected;
                }
            }
        });
    }

    private static byte @Nullable [] patched(byte[] text, PatchOperation operation) {
        try {
            return PatchedText.of(text, operation);
        } catch (CosmosException refused) {
            assertEquals(400, refused.status());
            return null;
        }
    }

    private static @Nullable ObjectNode model(ObjectNode before, PatchOperation operation) {
        ObjectNode tree = before.deepCopy();
        byte[] text = operation.value();
        JsonNode value = text == null ? MAPPER.nullNode() : MAPPER.readTree(text);
        try {
            switch (operation.kind()) {
                case ADD -> put(tree, operation.path(), value, true);
                case SET -> put(tree, operation.path(), value, false);
                case REPLACE -> {
                    require(at(tree, operation.path()) != null);
                    put(tree, operation.path(), value, false);
                }
                case REMOVE -> remove(tree, operation.path());
                case INCR -> {
                    JsonNode old = at(tree, operation.path());
                    boolean isInObject = parent(tree, operation.path()).isObject();
                    require(old == null ? isInObject : old.isNumber());
                    JsonNode sum =
                            old == null ? value : MAPPER.getNodeFactory().numberNode(old.intValue() + value.intValue());
                    put(tree, operation.path(), sum, false);
                }
                case MOVE -> put(tree, operation.path(), remove(tree, operation.from()), true);
            }
            return tree;
        } catch (Refused _) {
            return null;
        }
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new Refused();
        }
    }

    private static JsonNode present(@Nullable JsonNode node) {
        if (node == null) {
            throw new Refused();
        }
        return node;
    }

    private static JsonNode parent(JsonNode root, List<String> path) {
        JsonNode parent = root;
        for (String name : path.subList(0, path.size() - 1)) {
            parent = present(child(parent, name));
        }
        require(parent.isObject()
                || (parent.isArray()
                        && (index(path.getLast()) >= 0 || path.getLast().equals("-"))));
        return parent;
    }

    private static @Nullable JsonNode at(JsonNode root, List<String> path) {
        return child(parent(root, path), path.getLast());
    }

    private static @Nullable JsonNode child(JsonNode parent, String name) {
        return parent.isArray() && index(name) >= 0 ? parent.get(index(name)) : parent.get(name);
    }

    private static int index(String name) {
        return name.matches("0|[1-9][0-9]*") ? Integer.parseInt(name) : -1;
    }

    private static void put(JsonNode root, List<String> path, JsonNode value, boolean inserts) {
        String last = path.getLast();
        switch (parent(root, path)) {
            case ObjectNode object -> object.set(last, value);
            case ArrayNode array -> {
                int index = last.equals("-") ? array.size() : index(last);
                require(index <= array.size());
                if (inserts || index == array.size()) {
                    array.insert(index, value);
                } else {
                    array.set(index, value);
                }
            }
            default -> throw new Refused();
        }
    }

    private static JsonNode remove(JsonNode root, List<String> path) {
        JsonNode there = present(at(root, path));
        switch (parent(root, path)) {
            case ObjectNode object -> object.remove(path.getLast());
            case ArrayNode array -> array.remove(index(path.getLast()));
            default -> throw new Refused();
        }
        return there;
    }

    private static PatchOperation operation(RandomGenerator random) {
        PatchOperation.Kind[] kinds = PatchOperation.Kind.values();
        PatchOperation.Kind kind = kinds[random.nextInt(kinds.length)];
        List<String> path = path(random);
        List<String> from = kind == PatchOperation.Kind.MOVE ? path(random) : List.of();
        while (kind == PatchOperation.Kind.MOVE
                && path.size() > from.size()
                && path.subList(0, from.size()).equals(from)) {
            from = path(random);
        }
        JsonNode value = kind == PatchOperation.Kind.INCR
                ? MAPPER.getNodeFactory().numberNode(random.nextInt(9))
                : value(random, 2);
        return new PatchOperation(kind, 1, path, from, value.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> path(RandomGenerator random) {
        List<String> path = new ArrayList<>();
        do {
            path.add(
                    switch (random.nextInt(8)) {
                        case 0 -> "-";
                        case 1, 2 -> Integer.toString(random.nextInt(3));
                        default -> NAMES.get(random.nextInt(NAMES.size()));
                    });
        } while (random.nextInt(3) == 0);
        return path;
    }

    private static JsonNode value(RandomGenerator random, int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 4)) {
            case 0 -> MAPPER.getNodeFactory().numberNode(random.nextInt(100));
            case 1 -> MAPPER.getNodeFactory().stringNode(NAMES.get(random.nextInt(NAMES.size())));
            case 2 -> MAPPER.nullNode();
            case 3 -> MAPPER.getNodeFactory().booleanNode(random.nextBoolean());
            case 4 -> {
                ArrayNode array = MAPPER.createArrayNode();
                for (int count = random.nextInt(4); count > 0; count--) {
                    array.add(value(random, depth - 1));
                }
                yield array;
            }
            default -> object(random, depth - 1);
        };
    }

    private static ObjectNode object(RandomGenerator random, int depth) {
        ObjectNode object = MAPPER.createObjectNode();
        for (int count = random.nextInt(5); count > 0; count--) {
            object.set(NAMES.get(random.nextInt(NAMES.size())), value(random, depth));
        }
        return object;
    }

    /** The text of a tree with white space here and there. */
    private static String spaced(JsonNode node, RandomGenerator random) {
        String space = SPACES.get(random.nextInt(SPACES.size()));
        StringBuilder text = new StringBuilder();
        if (node instanceof ObjectNode object) {
            text.append('{').append(space);
            object.properties()
                    .forEach(member -> text.append(text.length() > space.length() + 1 ? "," : "")
                            .append(space)
                            .append(MAPPER.getNodeFactory().stringNode(member.getKey()))
                            .append(space)
                            .append(':')
                            .append(spaced(member.getValue(), random)));
            return text.append(space).append('}').toString();
        }
        if (node instanceof ArrayNode array) {
            text.append('[').append(space);
            array.forEach(element -> text.append(text.length() > space.length() + 1 ? "," : "")
                    .append(spaced(element, random))
                    .append(space));
            return text.append(']').toString();
        }
        return space + node + space;
    }
}
