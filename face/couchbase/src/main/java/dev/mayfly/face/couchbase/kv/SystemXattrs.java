package dev.mayfly.face.couchbase.kv;

import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The extended attributes whose names begin with an underscore: they outlive their document. */
public final class SystemXattrs {
    private static final ObjectMapper JSON = new JsonMapper();
    private static final String MARK = "_";

    private SystemXattrs() {}

    /**
     * Returns the extended attributes that remain when their document is gone.
     *
     * @param xattrs the text of a JSON object, or empty
     */
    public static byte[] of(byte[] xattrs) {
        if (xattrs.length == 0) {
            return xattrs;
        }
        JsonNode all = JSON.readTree(xattrs);
        ObjectNode kept = JSON.createObjectNode();
        all.forEachEntry((name, value) -> {
            if (name.startsWith(MARK)) {
                kept.set(name, value);
            }
        });
        return kept.isEmpty() ? DocumentMeta.NO_XATTRS : kept.toString().getBytes(StandardCharsets.UTF_8);
    }
}
