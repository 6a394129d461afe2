package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.show.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The findings of the doctor's visits, with equal findings of one collection added up. */
final class Findings {
    private static final int SAMPLES_MAX = 10;

    /** The beginning of a finding about some documents. */
    private static final Pattern NUMBER = Pattern.compile("^[0-9]+ documents?(?= (?:with|written|expiring) )");

    /** The end of a finding about all documents. */
    private static final Pattern LOOKED_AT = Pattern.compile("[0-9]+ documents?(?= looked at$)");

    /** They say what no document does, so one visit that does not say it is enough to take them back. */
    private static final Set<String> OF_ALL =
            Set.of("rule_matches_nothing", "property_rule_matches_nothing", "default_never_decides");

    private final Map<String, ObjectNode> found = new LinkedHashMap<>();
    private final Map<String, Integer> times = new LinkedHashMap<>();

    void add(JsonNode finding) {
        String text = finding.path("text").asString("");
        String what = NUMBER.matcher(text).replaceFirst("");
        String key = finding.path("collection").asString("") + " "
                + finding.path("code").asString("") + " "
                + LOOKED_AT.matcher(what).replaceFirst("");
        times.merge(key, 1, Integer::sum);
        ObjectNode known = found.get(key);
        if (known == null) {
            found.put(key, (ObjectNode) finding.deepCopy());
        } else if (finding.path("documents").asLong() > 0) {
            addUp(known, finding, what);
        }
    }

    private static void addUp(ObjectNode known, JsonNode finding, String what) {
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

    /**
     * Ends the findings of a collection.
     *
     * @param visits that looked at enough documents to report a property that none has
     * @param lookedAt the number of documents that all visits looked at
     */
    void end(String collection, int visits, long lookedAt) {
        found.entrySet().removeIf(entry -> {
            ObjectNode finding = entry.getValue();
            boolean isOfAll = finding.path("collection").asString("").equals(collection)
                    && OF_ALL.contains(finding.path("code").asString(""));
            if (isOfAll) {
                String text = finding.path("text").asString("");
                finding.put("text", LOOKED_AT.matcher(text).replaceFirst(Words.of(lookedAt, "document")));
            }
            return isOfAll && times.getOrDefault(entry.getKey(), 0) < visits;
        });
    }

    List<JsonNode> all() {
        return List.copyOf(found.values());
    }
}
