package dev.mayfly.face.cosmos.resource;

import dev.mayfly.base.text.NaturalLanguage;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.partition.PartitionKeyPaths;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Checks what a container says about its texts: the languages they are in, and the indexes of their words. */
final class FullTextChecks {
    private static final String POLICY = "fullTextPolicy";
    private static final String PATHS = "fullTextPaths";
    private static final String INDEXES = "fullTextIndexes";
    private static final String DEFAULT_LANGUAGE = "defaultLanguage";
    private static final String LANGUAGE = "language";
    private static final SequencedMap<String, NaturalLanguage> LANGUAGES = new LinkedHashMap<>();

    static {
        LANGUAGES.put("en-US", NaturalLanguage.ENGLISH);
        LANGUAGES.put("fr-FR", NaturalLanguage.FRENCH);
        LANGUAGES.put("de-DE", NaturalLanguage.GERMAN);
        LANGUAGES.put("it-IT", NaturalLanguage.ITALIAN);
        LANGUAGES.put("pt-BR", NaturalLanguage.PORTUGUESE);
        LANGUAGES.put("pt-PT", NaturalLanguage.PORTUGUESE);
        LANGUAGES.put("es-ES", NaturalLanguage.SPANISH);
    }

    private FullTextChecks() {}

    static void check(ObjectNode json) {
        JsonNode policy = json.get(POLICY);
        boolean isNone = policy == null || policy.isNull();
        if (!isNone && !policy.isObject()) {
            throw CosmosException.badRequest("The Full Text Policy is not an object.");
        }
        Map<List<String>, NaturalLanguage> languages = languages(json);
        List<List<String>> indexed = indexed(json);
        for (List<String> path : indexed) {
            if (!languages.containsKey(path)) {
                throw CosmosException.badRequest("The path of the Full Text Index " + PartitionKeyPaths.text(path)
                        + " does not match the path specified in the Full Text Policy");
            }
        }
        if (indexed.stream().distinct().count() < indexed.size()) {
            throw CosmosException.badRequest("A full-text index path is given twice.");
        }
    }

    /** Returns the language of texts without one of their own. */
    static NaturalLanguage language(ObjectNode json) {
        return language(json.path(POLICY).get(DEFAULT_LANGUAGE), NaturalLanguage.ENGLISH);
    }

    /** Returns the languages of texts by the names that lead to them. */
    static Map<List<String>, NaturalLanguage> languages(ObjectNode json) {
        NaturalLanguage standard = language(json);
        Map<List<String>, NaturalLanguage> languages = new LinkedHashMap<>();
        for (JsonNode entry : elements(json.path(POLICY), PATHS, "Full Text Policy")) {
            List<String> path = path(entry.get("path"));
            if (path == null) {
                throw CosmosException.badRequest("The Full Text Policy contains an invalid Path: "
                        + entry.path("path").asString(""));
            }
            if (languages.put(path, language(entry.get(LANGUAGE), standard)) != null) {
                throw CosmosException.badRequest("The Full Text Policy contains the Path "
                        + entry.path("path").asString("") + " twice.");
            }
        }
        return languages;
    }

    /** Returns the names that lead to the texts whose words are indexed. */
    static List<List<String>> indexed(ObjectNode json) {
        List<List<String>> indexed = new ArrayList<>();
        for (JsonNode entry : elements(json.path("indexingPolicy"), INDEXES, "indexing policy")) {
            int at = indexed.size();
            if (!entry.hasNonNull("path")) {
                throw CosmosException.badRequest("Missing path in full-text index specification at index (" + at + ")");
            }
            List<String> path = path(entry.get("path"));
            if (path == null) {
                throw CosmosException.badRequest(
                        "Full-text index specification at index (" + at + ") contains invalid path");
            }
            indexed.add(path);
        }
        return indexed;
    }

    static Iterable<JsonNode> elements(JsonNode owner, String name, String ownerName) {
        JsonNode sent = owner.get(name);
        if (sent == null || sent.isNull()) {
            return List.of();
        }
        if (!sent.isArray()) {
            throw CosmosException.badRequest("The property '" + name + "' of the " + ownerName + " is not an array.");
        }
        return sent;
    }

    /** Returns the names of a path to one property, or null if it is none. */
    static @Nullable List<String> path(@Nullable JsonNode sent) {
        if (sent == null || !sent.isString() || !sent.stringValue().startsWith("/")) {
            return null;
        }
        try {
            List<String> names = PartitionKeyPaths.names(sent.stringValue());
            boolean isWild = names.isEmpty()
                    || names.stream().anyMatch(name -> name.equals("*") || name.equals("?") || name.equals("[]"));
            return isWild ? null : names;
        } catch (CosmosException _) {
            return null;
        }
    }

    private static NaturalLanguage language(@Nullable JsonNode sent, NaturalLanguage standard) {
        if (sent == null || sent.isNull()) {
            return standard;
        }
        String word = sent.asString("");
        for (Map.Entry<String, NaturalLanguage> known : LANGUAGES.entrySet()) {
            if (known.getKey().equalsIgnoreCase(word)) {
                return known.getValue();
            }
        }
        throw CosmosException.badRequest("The Full Text Policy contains an unsupported language " + word
                + ". Supported languages are: "
                + LANGUAGES.keySet().stream().map(known -> '"' + known + '"').collect(Collectors.joining(", ")));
    }
}
