package dev.mayfly.app.console;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.hidden.HiddenContent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one face does with documents for the admin face, by its own rules and in its own language. Refusals are thrown as
 * {@link AdminException}. Safe for concurrent use.
 */
public interface FaceDocuments {
    /**
     * Which document a request names.
     *
     * @param partitionKey of an item whose id does not say it, or null
     */
    record Address(
            Collection collection, String id, @Nullable String partitionKey) {}

    /**
     * A question in the language of the face.
     *
     * @param text the whole body of the request, JSON
     * @param limit the most rows that are wanted
     * @param timeoutMillis how long it may take
     */
    record Question(Collection collection, String text, int limit, int timeoutMillis) {}

    /**
     * What was found.
     *
     * @param items each as JSON
     * @param truncated whether there was more
     */
    record Rows(List<String> items, boolean truncated) {
        public Rows {
            items = List.copyOf(items);
        }

        /** The first of these, and whether they are more than that. */
        public static Rows first(List<String> found, int limit) {
            return found.size() > limit ? new Rows(found.subList(0, limit), true) : new Rows(found, false);
        }
    }

    /**
     * Writes a document whether there was one or not.
     *
     * @param json in the notation of the face
     * @param lifetime what is asked for beside the document, or null
     * @return whether there was none before
     */
    boolean put(Address address, String json, @Nullable Lifetime lifetime);

    /** Removes a live document; answers whether there was one. */
    boolean delete(Address address);

    /**
     * Gives a live document another lifetime and leaves the rest.
     *
     * @param now what the lifetime counts from
     */
    void touch(Address address, Lifetime lifetime, long now);

    /** Asks a question that changes nothing. */
    Rows query(Question question);

    /** Judges what is stored, be it live or hidden. Used by one thread. */
    @FunctionalInterface
    interface Condition {
        boolean holds(DocumentKey key, HiddenContent content);
    }

    /**
     * Reads a condition on single documents in the language of the face.
     *
     * @param text as it stands in a filter, or behind WHERE
     * @param now the instant that the condition may name
     */
    Condition condition(Collection collection, String text, long now);

    /**
     * What the API calls the documents that the rows of an answer are, in the same order; empty for a row that tells no key.
     * A row that was made of several documents may be called what no document is.
     */
    List<String> ids(Question question, Rows rows);

    /** Names of indexes that say how long documents live, and never let anything expire. */
    default List<String> ignoredRules(Collection collection) {
        return List.of();
    }

    /** What is set for all collections of the face, by name: truth values and numbers. */
    default Map<String, Object> settings() {
        return Map.of();
    }

    /** Sets what is named and leaves the rest. */
    default void set(Map<String, String> values) {
        if (!values.isEmpty()) {
            throw AdminException.badRequest("this face has nothing to set");
        }
    }
}
