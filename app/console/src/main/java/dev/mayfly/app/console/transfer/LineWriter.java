package dev.mayfly.app.console.transfer;

import dev.mayfly.engine.Document;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.face.api.FaceTransfer;
import dev.mayfly.face.api.KeyReader;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
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
        text("{\"mayfly\":\"export\",\"face\":" + quoted(name.face()) + ",\"database\":" + quoted(name.database())
                + ",\"collection\":" + quoted(name.collection()) + ",\"at\":\"" + Instant.ofEpochMilli(at)
                + "\",\"documents\":" + documents + "}\n");
    }

    public void end(long documents) {
        text("{\"mayfly\":\"end\",\"documents\":" + documents + "}\n");
    }

    public void document(Document document) {
        String id = keys.write(document.key());
        text("{\"id\":" + (face.idsAreJson() ? id : quoted(id)));
        byte[] json = face.json(document);
        if (json == null) {
            text(",\"binary\":\"" + Base64.getEncoder().encodeToString(document.body()) + "\"");
        } else {
            text(",\"document\":");
            out.writeBytes(onOneLine(json));
        }
        text(",\"lifetime\":\"" + LifetimeWords.of(document.stamp().lifetime()) + "\"");
        if (document.deadline() != Deadlines.NO_DEADLINE) {
            text(",\"deadline\":\"" + Instant.ofEpochMilli(document.deadline()) + "\"");
        }
        text(",\"modified\":\"" + Instant.ofEpochMilli(document.stamp().modified()) + "\"");
        if (document.faceLength() > 0) {
            text(",\"meta\":\"" + Base64.getEncoder().encodeToString(document.face()) + "\"");
        }
        text("}\n");
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

    private static String quoted(String text) {
        return MAPPER.writeValueAsString(text);
    }

    private void text(String text) {
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
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
