package dev.mayfly.app.console.transfer;

import dev.mayfly.app.console.text.Times;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.face.api.LineDocument;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/** Parses one line. JSON in it stays as it is, byte for byte. Used once, by one thread. */
public final class LineReader {
    /** Documents were admitted by their faces, whose limits differ from the library's. */
    private static final JsonMapper MAPPER = new JsonMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(2_000)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build());

    /** The result of parsing a line. */
    public sealed interface Line {
        /** A document. */
        record OfDocument(LineDocument document) implements Line {}

        /**
         * The first line of an export.
         *
         * @param at when it was written, in milliseconds since the epoch
         */
        record Head(long at) implements Line {}

        /** The last line of an export. */
        record End() implements Line {}
    }

    private final byte[] line;
    private @Nullable String id;
    private byte @Nullable [] body;
    private boolean isJson;
    private @Nullable Lifetime lifetime;
    private long modified = Decision.Put.NOW;
    private byte @Nullable [] face;
    private @Nullable String word;
    private long at = Decision.Put.NOW;

    private LineReader(byte[] line) {
        this.line = line;
    }

    /** Refuses what is no line of an export with {@link IllegalArgumentException}. */
    public static Line read(byte[] line) {
        return new LineReader(line).read();
    }

    /** Reads the whole line as a document. Throws {@link IllegalArgumentException} if it is not a JSON object. */
    static Line plain(byte[] line) {
        LineReader reader = new LineReader(line);
        reader.walk((_, parser) -> parser.skipChildren());
        return new Line.OfDocument(new LineDocument(null, line, true, null, Decision.Put.NOW, null));
    }

    private Line read() {
        walk(this::take);
        return line();
    }

    private void walk(BiConsumer<String, JsonParser> member) {
        try (JsonParser parser = MAPPER.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("a line is a JSON object");
            }
            for (JsonToken token = parser.nextToken(); token != JsonToken.END_OBJECT; token = parser.nextToken()) {
                String name = parser.currentName();
                parser.nextToken();
                member.accept(name, parser);
            }
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("there is more behind the object");
            }
        } catch (JacksonException wrong) {
            throw new IllegalArgumentException("it is no JSON: " + wrong.getOriginalMessage(), wrong);
        } catch (DateTimeException wrong) {
            throw new IllegalArgumentException(String.valueOf(wrong.getMessage()), wrong);
        }
    }

    private Line line() {
        if ("export".equals(word)) {
            return new Line.Head(at);
        }
        if ("end".equals(word)) {
            return new Line.End();
        }
        byte[] found = body;
        if (found == null) {
            throw new IllegalArgumentException("a line needs a \"document\"; if it is one itself, import it as plain");
        }
        return new Line.OfDocument(new LineDocument(id, found, isJson, lifetime, modified, face));
    }

    private void take(String name, JsonParser parser) {
        switch (name) {
            case "id" -> id = text(parser);
            case "document" -> {
                body = raw(parser);
                isJson = true;
            }
            case "binary" -> body = Base64.getDecoder().decode(parser.getString());
            case "lifetime" -> lifetime = LifetimeWords.read(parser.getString());
            case "modified" -> modified = instant(parser);
            case "meta" -> face = Base64.getDecoder().decode(parser.getString());
            case "mayfly" -> word = parser.getString();
            case "at" -> at = instant(parser);
            // The deadline follows from the rest; it is in the line for people.
            default -> parser.skipChildren();
        }
    }

    private static long instant(JsonParser parser) {
        return Times.instant(parser.getString()).toEpochMilli();
    }

    /** A string's content, or anything else as it stands there. */
    private String text(JsonParser parser) {
        return parser.currentToken() == JsonToken.VALUE_STRING
                ? parser.getString()
                : new String(raw(parser), StandardCharsets.UTF_8);
    }

    private byte[] raw(JsonParser parser) {
        int from = (int) parser.currentTokenLocation().getByteOffset();
        if (parser.currentToken().isScalarValue()) {
            parser.getString();
        } else {
            parser.skipChildren();
        }
        int until = (int) parser.currentLocation().getByteOffset();
        return Arrays.copyOfRange(line, from, until);
    }
}
