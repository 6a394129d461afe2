package dev.mayfly.app.console.page;

import java.io.StringWriter;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** Lays JSON out over several lines for an editor; the texts of numbers stay as they are, be they ever so long. */
final class JsonLayout {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonLayout() {}

    static String indented(String json) {
        return indented(json, "");
    }

    /**
     * Lays it out without one member of the outermost object.
     *
     * @param left the name of the member, or empty for none
     */
    static String indented(String json, String left) {
        StringWriter text = new StringWriter();
        ObjectWriteContext context = new ObjectWriteContext.Base() {
            @Override
            public DefaultPrettyPrinter getPrettyPrinter() {
                return new DefaultPrettyPrinter();
            }

            @Override
            public boolean hasPrettyPrinter() {
                return true;
            }
        };
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json);
                JsonGenerator generator = FACTORY.createGenerator(context, text)) {
            copy(parser, generator, left);
        } catch (JacksonException _) {
            return json;
        }
        return text.toString();
    }

    private static void copy(JsonParser parser, JsonGenerator generator, String left) {
        int depth = 0;
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (token == JsonToken.PROPERTY_NAME
                    && depth == 1
                    && parser.currentName().equals(left)) {
                parser.nextToken();
                parser.skipChildren();
                continue;
            }
            if (token.isNumeric()) {
                generator.writeNumber(parser.getString());
            } else {
                generator.copyCurrentEvent(parser);
            }
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        }
    }
}
