package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.show.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a doctor found in several visits, the same finding of one collection added up. */
final class Findings {
    private static final int SAMPLES_MAX = 10;

    /** What a finding about documents begins with. */
    private static final Pattern NUMBER = Pattern.compile("^[0-9]+ documents?(?= (?:with|written|expiring) )");

    private final Map<String, ObjectNode> found = new LinkedHashMap<>();

    void add(JsonNode finding) {
        String what = NUMBER.matcher(finding.path("text").asString("")).replaceFirst("");
        String key = finding.path("collection").asString("") + " "
                + finding.path("code").asString("") + " " + what;
        ObjectNode known = found.get(key);
        if (known == null) {
            found.put(key, (ObjectNode) finding.deepCopy());
            return;
        }
        long documents =
                known.path("documents").asLong() + finding.path("documents").asLong();
        known.put("documents", documents);
        known.put("text", Words.of(documents, "document") + what);
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
