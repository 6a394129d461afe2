package dev.mayfly.face.couchbase.subdoc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request found to be well formed.
 *
 * @param multi whether it is one of those with several operations, which are answered one by one
 * @param mutation whether it changes the document; no request does both
 * @param docFlags as {@link DocFlags} has them
 * @param expiry 32 bits without a sign; 0 if it does not say
 * @param userFlags the client's description of the value, or null to leave that
 */
record SubdocRequest(
        boolean multi,
        boolean mutation,
        int docFlags,
        long expiry,
        @Nullable Integer userFlags,
        List<SubSpec> specs) {
    boolean has(int docFlag) {
        return DocFlags.has(docFlags, docFlag);
    }

    /** Returns whether a missing document is created. */
    boolean makes() {
        return has(DocFlags.MAKES | DocFlags.ADDS);
    }

    boolean deletes() {
        return specs.getLast().opcode() == SubOpcode.DELETE_DOC;
    }

    boolean expandsMacros() {
        for (SubSpec spec : specs) {
            if (spec.has(PathFlags.EXPANDS_MACROS)) {
                return true;
            }
        }
        return false;
    }
}
