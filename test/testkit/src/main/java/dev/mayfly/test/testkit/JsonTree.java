package dev.mayfly.test.testkit;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.json.JsonFactory;

/**
 * A value of JSON: a map, a list, a string, a {@link BigDecimal}, a boolean or null. Only the streaming half of Jackson is
 * used, which the class paths of applications seldom have in another version.
 */
record JsonTree(@Nullable Object value) {
    private static final JsonFactory FACTORY = new JsonFactory();

    /** Throws {@link IllegalArgumentException} if the text is not JSON. */
    static JsonTree read(String text) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            JsonTree read = new JsonTree(value(parser, parser.nextToken()));
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("more than one value of JSON: " + text);
            }
            return read;
        } catch (JacksonException wrong) {
            throw new IllegalArgumentException("not JSON: " + text, wrong);
        }
    }

    private static @Nullable Object value(JsonParser parser, @Nullable JsonToken token) {
        if (token == null) {
            throw new IllegalArgumentException("JSON ends too early");
        }
        return switch (token) {
            case START_OBJECT -> members(parser);
            case START_ARRAY -> items(parser);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new BigDecimal(parser.getString()).stripTrailingZeros();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> parser.getString();
        };
    }

    private static Map<String, @Nullable Object> members(JsonParser parser) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            members.put(name, value(parser, parser.nextToken()));
        }
        return members;
    }

    private static List<@Nullable Object> items(JsonParser parser) {
        List<@Nullable Object> items = new ArrayList<>();
        for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
            items.add(value(parser, next));
        }
        return items;
    }

    /** A text as a string of JSON. */
    static String quoted(String text) {
        return "\"" + new String(JsonStringEncoder.getInstance().quoteAsCharArray(text)) + "\"";
    }

    private @Nullable Object member(String name) {
        return value instanceof Map<?, ?> members ? members.get(name) : null;
    }

    /** The member of this name; one without members if there is none. */
    JsonTree child(String name) {
        return new JsonTree(member(name));
    }

    /** The items of a member that is a list; none if there is no such member. */
    List<JsonTree> items(String name) {
        return child(name).items();
    }

    List<JsonTree> items() {
        List<JsonTree> items = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.forEach(each -> items.add(new JsonTree(each)));
        }
        return items;
    }

    /** The text of a member; empty if there is none. */
    String text(String name) {
        Object found = member(name);
        return found == null ? "" : found.toString();
    }

    List<String> texts(String name) {
        return items(name).stream().map(each -> String.valueOf(each.value)).toList();
    }

    /** The number of a member; 0 if there is none. */
    long number(String name) {
        return member(name) instanceof BigDecimal number ? number.longValueExact() : 0;
    }

    /** The instant of a member that has it as {@code iso}; empty if there is none. */
    Optional<Instant> instant(String name) {
        String iso = child(name).text("iso");
        return iso.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(iso));
    }
}
