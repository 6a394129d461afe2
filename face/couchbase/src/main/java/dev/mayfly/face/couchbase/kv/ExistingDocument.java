package dev.mayfly.face.couchbase.kv;

import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.read.Document;
import org.jspecify.annotations.Nullable;

/**
 * The existing state that a write finds.
 *
 * @param document the live one, or null; an expired one is none
 * @param tombstone the record of a document that was deleted or has expired; its face bytes are a {@link DocumentMeta}
 * @param now milliseconds since the epoch
 * @param cas that the document will have when it is written
 */
public record ExistingDocument(
        @Nullable Document document, @Nullable Tombstone tombstone, long now, long cas) {}
