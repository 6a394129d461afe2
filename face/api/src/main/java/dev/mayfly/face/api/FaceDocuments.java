package dev.mayfly.face.api;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.hidden.HiddenContent;
import dev.mayfly.engine.read.ReadView;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The document operations of one face for administrators, by the face's own rules and in its own language. Every method
 * may throw {@link FaceRefusal}, and the engine's exceptions. Safe for concurrent use.
 */
public interface FaceDocuments {
    /**
     * The document that a request names.
     *
     * @param partitionKey of an item whose id does not contain it, or null
     */
    record Address(
            Collection collection, String id, @Nullable String partitionKey) {}

    /**
     * A question in the language of the face.
     *
     * @param text the whole body of the request, JSON
     * @param limit the most rows to return
     * @param timeoutMillis the time it may take
     */
    record Question(Collection collection, String text, int limit, int timeoutMillis) {}

    /**
     * One row of an answer.
     *
     * @param json the row
     * @param id the API's id of the document that the row is; empty where the row does not tell. The id of a row made of
     *     several documents may belong to no document
     */
    record Row(String json, String id) {}

    /**
     * The rows found.
     *
     * @param truncated whether there were more
     */
    record Rows(List<Row> items, boolean truncated) {
        public Rows {
            items = List.copyOf(items);
        }

        /** Returns the first of these, and whether they are more than that. */
        public static Rows first(List<Row> found, int limit) {
            return found.size() > limit ? new Rows(found.subList(0, limit), true) : new Rows(found, false);
        }
    }

    /**
     * Writes a document.
     *
     * @param json in the notation of the face
     * @param lifetime what is asked for beside the document, or null
     * @param expected refuses the write of another state than this, with {@link FaceRefusal.Reason#CHANGED}
     * @return whether there was none before
     */
    boolean put(Address address, String json, @Nullable Lifetime lifetime, ExpectedVersion expected);

    /** Removes a live document of the expected state; answers whether there was one. */
    boolean delete(Address address, ExpectedVersion expected);

    /**
     * Returns what {@link #put} would write, and writes nothing.
     *
     * @param now the instant of the write
     */
    DocumentDraft draft(Address address, String json, @Nullable Lifetime lifetime, long now);

    /**
     * Returns the id of a new document that says it itself, or of one to which the face gives an id.
     *
     * @throws FaceRefusal if this face needs to be told the id
     */
    String newId(Collection collection, String json);

    /**
     * Gives a live document another lifetime and leaves the rest unchanged.
     *
     * @param now the instant from which the lifetime counts
     */
    void touch(Address address, Lifetime lifetime, long now);

    /** Runs a query that changes nothing. */
    Rows query(Question question);

    /** Returns the plan of a query and its cost, as JSON in the words of the face. */
    default String plan(Question question) {
        throw FaceRefusal.invalid("this face tells no plans");
    }

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
     * Returns the order of documents by the values at a path, as the face sorts them.
     *
     * @param reading of the collection, whose indexes are looked for
     */
    FieldOrder order(Collection collection, ReadView reading, FieldPath path, boolean descending);

    /** Returns the settings of the face for all its collections, by name: booleans and numbers. */
    default Map<String, Object> settings() {
        return Map.of();
    }

    /** Sets what is named and leaves the rest. */
    default void set(Map<String, String> values) {
        if (!values.isEmpty()) {
            throw FaceRefusal.invalid("this face has nothing to set");
        }
    }
}
