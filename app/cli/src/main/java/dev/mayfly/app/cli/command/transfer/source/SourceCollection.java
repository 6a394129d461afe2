package dev.mayfly.app.cli.command.transfer.source;

import dev.mayfly.app.cli.admin.CollectionPath;
import org.jspecify.annotations.Nullable;

/** A collection of a running server, read page by page in the order of its keys. Used by one thread. */
public interface SourceCollection {
    /**
     * Some of its documents.
     *
     * @param bytes as an import takes them
     * @param next where the next page begins; null behind the last one
     */
    record Page(byte[] bytes, int documents, @Nullable String next) {}

    /** Returns where its documents belong. */
    CollectionPath target();

    /** Returns the form in which its pages are imported: {@code /dump} for BSON, {@code /import} for lines of JSON. */
    String form();

    /** Returns its options and indexes as mongodump writes them; null where the target has to be there. */
    @Nullable
    String metadata();

    /**
     * Returns the documents behind a position. Pages are asked for one behind the other, the first from anywhere.
     *
     * @param position of the page before; null to begin
     */
    Page page(@Nullable String position);
}
