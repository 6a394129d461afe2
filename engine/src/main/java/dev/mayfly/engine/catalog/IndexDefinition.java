package dev.mayfly.engine.catalog;

import dev.mayfly.base.document.KeyPart;
import java.util.List;

/**
 * One index of a collection.
 *
 * @param id its number, never reused within the collection
 * @param parts the fields of its key in their order; for a wildcard what it covers, all if there is
 *     nothing ascending, but what is descending is left out
 * @param partial the face's form of the filter that documents must pass to be in it; empty when there is none
 * @param options whatever else the face keeps of the request, opaque to the engine
 */
public record IndexDefinition(
        int id,
        String name,
        Kind kind,
        List<KeyPart> parts,
        boolean unique,
        boolean sparse,
        boolean hidden,
        boolean multikey,
        byte[] partial,
        byte[] options,
        Progress progress) {
    public static final byte[] NO_BYTES = {};

    /** The kind of entries that an index has. */
    public enum Kind {
        /** One for each value, in order. */
        ORDERED,
        /** One for each path and value below the root. */
        WILDCARD,
        /** One for each document that its face has stamped with bytes, in the order of these. */
        STAMPED,
        /** None: the index is listed, but answers no query. */
        LISTED,
        /** None: the index stands for the rule over the last modification. */
        LIFETIME,
        /** None: the index stands for a queue, on which policies may rest or not. */
        QUEUE
    }

    /** The progress of an index build. */
    public enum Progress {
        /** Writers keep it, no reader uses it yet. */
        BUILDING,
        READY
    }

    public IndexDefinition {
        parts = List.copyOf(parts);
    }

    public boolean isReady() {
        return progress == Progress.READY;
    }

    public boolean hasEntries() {
        return kind == Kind.ORDERED || kind == Kind.WILDCARD || kind == Kind.STAMPED;
    }

    public IndexDefinition ready() {
        return new IndexDefinition(
                id, name, kind, parts, unique, sparse, hidden, multikey, partial, options, Progress.READY);
    }

    /** The index as one that stands for the rule over the last modification. */
    public IndexDefinition lifetime() {
        return new IndexDefinition(
                id, name, Kind.LIFETIME, parts, unique, sparse, hidden, multikey, partial, options, progress);
    }

    public IndexDefinition withMultikey() {
        return new IndexDefinition(id, name, kind, parts, unique, sparse, hidden, true, partial, options, progress);
    }

    public IndexDefinition withHidden(boolean changed) {
        return new IndexDefinition(
                id, name, kind, parts, unique, sparse, changed, multikey, partial, options, progress);
    }

    public IndexDefinition withUnique(boolean changed) {
        return new IndexDefinition(
                id, name, kind, parts, changed, sparse, hidden, multikey, partial, options, progress);
    }

    public IndexDefinition withOptions(byte[] changed) {
        return new IndexDefinition(id, name, kind, parts, unique, sparse, hidden, multikey, partial, changed, progress);
    }
}
