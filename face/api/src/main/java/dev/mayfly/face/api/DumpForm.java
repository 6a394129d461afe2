package dev.mayfly.face.api;

import dev.mayfly.engine.catalog.CollectionName;

/** The files into which a dump of a collection goes, where its face has a tool for that. Safe for concurrent use. */
public interface DumpForm {
    /** The options and the indexes of a collection, as the tool writes them. */
    String metadata(CollectionName name);

    /**
     * Creates a collection, unless it exists, and its indexes, with the rules that rest on them.
     *
     * @throws IllegalArgumentException if that fails, with the reason in words
     */
    void make(CollectionName name, String metadata);
}
