package dev.mayfly.face.couchbase.kv;

import dev.mayfly.engine.Document;
import dev.mayfly.engine.Tombstone;
import org.jspecify.annotations.Nullable;

/**
 * What a write finds.
 *
 * @param document the live one, or null; an expired one is none
 * @param tombstone what is kept of a document that was deleted or has expired; its face bytes are a
 *     {@link DocumentMeta}
 * @param now milliseconds since the epoch
 * @param cas that the document will have when it is written
 */
public record Found(@Nullable Document document, @Nullable Tombstone tombstone, long now, long cas) {}
