package dev.mayfly.face.api;

import dev.mayfly.engine.Collection;
import java.util.List;

/**
 * The definitions of one face's collections as administrators see them: the form of their rules, and how a person states
 * them. They hold whether or not the face listens. Safe for concurrent use.
 */
public interface FaceDefinitions {
    /** The definitions of collections about whose face nothing is known. */
    FaceDefinitions PLAIN = new FaceDefinitions() {};

    /** The form in which a collection states its rules of expiry. */
    enum RuleForm {
        /** One default after the last write. */
        DEFAULT,
        /** A default after the last write, and rules over dates in fields. */
        DEFAULT_AND_FIELDS,
        /** A limit on the lifetime of what is written. */
        LIMIT
    }

    /** The form of a question in the language of the face. */
    enum QueryForm {
        /** A filter or a pipeline, each in JSON. */
        FILTER,
        /** A statement, which is text. */
        STATEMENT
    }

    default RuleForm ruleForm() {
        return RuleForm.DEFAULT_AND_FIELDS;
    }

    default QueryForm queryForm() {
        return QueryForm.STATEMENT;
    }

    /** Returns the name of the query language. */
    default String language() {
        return "Query";
    }

    /** Returns the name of the member of a document that is its id, or the empty text if the key stands beside it. */
    default String idMember() {
        return "";
    }

    /** Returns true if a new document is given an id when it has none. */
    default boolean givesIds() {
        return false;
    }

    /** Returns an example of a condition on single documents. */
    default String condition() {
        return "hits > 20";
    }

    /** Returns true if queries have plans that can be told. */
    default boolean hasPlans() {
        return true;
    }

    /** Returns true if there are indexes without fields, over keys alone. */
    default boolean hasPrimaryIndexes() {
        return false;
    }

    /** Returns the words of the query language that an editor offers: keywords, operators, functions. */
    default List<String> words() {
        return List.of();
    }

    /** Returns a first statement over a collection, or the empty text if questions are no statements. */
    default String firstStatement(String database, String collection) {
        return "";
    }

    /** Returns true if a collection of this name belongs to the face itself, and not to its users. */
    default boolean isSystem(String database, String collection) {
        return false;
    }

    /** Returns true if a monitor that looks now and then may decide what is gone. */
    default boolean isMonitored() {
        return false;
    }

    /** Returns, as a clause, the reason why no document of a collection without rules expires. */
    default String noRule() {
        return "the collection has no rule by which documents die";
    }

    /** Returns, as a sentence, the way to let documents of a collection without rules expire. */
    default String firstRule() {
        return "A rule by which documents die.";
    }

    /** Returns, as a clause, the reason why a document whose lifetime is forever does not expire. */
    default String livesForever() {
        return "the document asked to live forever";
    }

    /** Returns the names of indexes that state a lifetime but never let a document expire. */
    default List<String> ignoredRules(Collection collection) {
        return List.of();
    }

    /** Returns the name of the programs that talk to the face. */
    default String clients() {
        return "Clients";
    }

    /**
     * Returns programs of a few lines for the face's clients.
     *
     * @param password of the installed user, or a word for it
     */
    default List<ClientExample> examples(String connectionString, String password) {
        return List.of();
    }
}
