package dev.mayfly.face.api;

import dev.mayfly.base.document.Lifetime;
import org.jspecify.annotations.Nullable;

/**
 * One line, parsed into its parts.
 *
 * @param id as the face writes it, or null if the line has none
 * @param body the JSON of the document as it stands in the line, or its bytes if it is not JSON
 * @param isJson whether the body is JSON
 * @param lifetime null if the line has none
 * @param modified in milliseconds since the epoch; {@link dev.mayfly.engine.document.Decision.Put#NOW} if the line has none
 * @param face the bytes of the face, or null if the line has none
 */
public record LineDocument(
        @Nullable String id,
        byte[] body,
        boolean isJson,
        @Nullable Lifetime lifetime,
        long modified,
        byte @Nullable [] face) {}
