package dev.mayfly.app.console.transfer;

import dev.mayfly.base.document.Lifetime;
import org.jspecify.annotations.Nullable;

/**
 * One line, taken apart.
 *
 * @param id as the face writes it, or null if the line has none
 * @param body the JSON of the document as it stands in the line, or the bytes of one that is no JSON
 * @param isJson which of the two
 * @param lifetime null if the line does not say
 * @param modified in milliseconds since the epoch; {@link dev.mayfly.engine.Decision.Put#NOW} if the line does not say
 * @param face the bytes of the face, or null if the line has none
 */
public record LineDocument(
        @Nullable String id,
        byte[] body,
        boolean isJson,
        @Nullable Lifetime lifetime,
        long modified,
        byte @Nullable [] face) {}
