package dev.mayfly.app.cli.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a doctor found in several visits, the same finding of one collection added up. */
final class Findings {
    private static final int SAMPLES_MAX = 10;

    private final Map<String, ObjectNode> found = new LinkedHashMap<>();

    void add(JsonNode finding) {
        String key = finding.path("collection").asString("") + " " + finding.path("code").asString("") + " "
                + finding.path("text").asString("");
        ObjectNode known = found.get(key);
        if (known == null) {
            found.put(key, (ObjectNode) finding.deepCopy());
            return;
        }
        known.put("documents", known.path("documents").asLong() + finding.path("documents").asLong());
        ArrayNode samples = known.withArray("samples");
        for (JsonNode sample : finding.path("samples")) {
            if (samples.size() < SAMPLES_MAX) {
                samples.add(sample);
            }
        }
    }

    List<JsonNode> all() {
        return List.copyOf(found.values());
    }
}
