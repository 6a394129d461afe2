package dev.mayfly.face.couchbase.kv;

import dev.mayfly.engine.Document;
import org.jspecify.annotations.Nullable;

/**
 * What a write finds.
 *
 * @param document the live one, or null; an expired one is none
 * @param now milliseconds since the epoch
 * @param cas that the document will have when it is written
 */
public record Found(@Nullable Document document, long now, long cas) {}
