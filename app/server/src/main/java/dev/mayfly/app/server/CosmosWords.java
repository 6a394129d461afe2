package dev.mayfly.app.server;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the cosmos face says of an error, without what only its clients need: JSON around the words, the activity. */
final class CosmosWords {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String BEGIN = "Message: ";
    private static final String ACTIVITY = "\nActivityId:";

    private CosmosWords() {}

    static String plain(String message) {
        int end = message.indexOf(ACTIVITY);
        String text = end < 0 ? message : message.substring(0, end);
        if (!text.startsWith(BEGIN)) {
            return text.strip();
        }
        try {
            JsonNode told = JSON.readTree(text.substring(BEGIN.length()));
            List<String> words = new ArrayList<>();
            told.path("Errors").forEach(error -> words.add(error.asString("")));
            told.path("errors").forEach(error -> words.add(error.path("message").asString("")));
            return words.isEmpty() ? text : String.join("; ", words);
        } catch (JacksonException _) {
            return text;
        }
    }
}
