package dev.mayfly.face.api;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.store.api.KeyRange;
import org.jspecify.annotations.Nullable;

/** The notation of a face's keys in URLs and answers. */
public interface KeyReader {
    /** The key that the text stands for; refuses what is none with {@link IllegalArgumentException}. */
    DocumentKey read(String text);

    /**
     * The key that an id stands for beside a partition key, where the face has such a thing; refuses what is none with
     * {@link IllegalArgumentException}.
     *
     * @param partitionKey null where the id says it all
     */
    default DocumentKey read(String text, @Nullable String partitionKey) {
        if (partitionKey != null) {
            throw new IllegalArgumentException("only items of cosmos have a partition key");
        }
        return read(text);
    }

    /** Returns the range of the keys whose text begins with the prefix. */
    KeyRange beginning(String prefix);

    /** The text that {@link #read(String)} takes for this key. */
    String write(DocumentKey key);
}
