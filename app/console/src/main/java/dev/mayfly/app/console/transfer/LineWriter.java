package dev.mayfly.app.console.transfer;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.api.FaceTransfer;
import dev.mayfly.face.api.KeyReader;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/** Writes lines into memory, some at a time. Used by one thread. */
public final class LineWriter {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final FaceTransfer face;
    private final KeyReader keys;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    public LineWriter(FaceTransfer face, KeyReader keys) {
        this.face = face;
        this.keys = keys;
    }

    /** @param at when it is written, in milliseconds since the epoch */
    public void head(CollectionName name, long at, long documents) {
        line(line -> line.writeStringProperty("mayfly", "export")
                .writeStringProperty("face", name.face())
                .writeStringProperty("database", name.database())
                .writeStringProperty("collection", name.collection())
                .writeStringProperty("at", Instant.ofEpochMilli(at).toString())
                .writeNumberProperty("documents", documents));
    }

    public void end(long documents) {
        line(line -> line.writeStringProperty("mayfly", "end").writeNumberProperty("documents", documents));
    }

    public void document(Document document) {
        line(line -> {
            id(line, keys.write(document.key()));
            content(line, document);
            line.writeStringProperty(
                    "lifetime", LifetimeWords.of(document.stamp().lifetime()));
            if (document.deadline() != Deadlines.NO_DEADLINE) {
                line.writeStringProperty(
                        "deadline", Instant.ofEpochMilli(document.deadline()).toString());
            }
            line.writeStringProperty(
                    "modified",
                    Instant.ofEpochMilli(document.stamp().modified()).toString());
            if (document.faceLength() > 0) {
                line.writeName("meta").writeBinary(document.face());
            }
        });
    }

    private void id(JsonGenerator line, String id) {
        line.writeName("id");
        if (face.idsAreJson()) {
            line.writeRawValue(id);
        } else {
            line.writeString(id);
        }
    }

    private void content(JsonGenerator line, Document document) {
        byte[] json = face.json(document);
        if (json == null) {
            line.writeName("binary").writeBinary(document.body());
            return;
        }
        // An empty raw value makes the generator write what precedes a value, so the bytes need not become a string.
        line.writeName("document").writeRawValue("").flush();
        out.writeBytes(onOneLine(json));
    }

    private void line(Consumer<JsonGenerator> properties) {
        try (JsonGenerator line = MAPPER.createGenerator(out)) {
            line.writeStartObject();
            properties.accept(line);
            line.writeEndObject();
        }
        out.write('\n');
    }

    /** In valid JSON a line break stands between values only, where a blank is equivalent. */
    private static byte[] onOneLine(byte[] json) {
        for (int index = 0; index < json.length; index++) {
            if (json[index] == '\n' || json[index] == '\r') {
                json[index] = ' ';
            }
        }
        return json;
    }

    public int size() {
        return out.size();
    }

    /** Returns the bytes written since the last call. */
    public byte[] take() {
        byte[] bytes = out.toByteArray();
        out.reset();
        return bytes;
    }
}
