package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.face.couchbase.wire.KvRequest;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a request of one operation, whose opcode is the request's own: the length of its path and flags in the extras, its
 * path and value one behind the other in the value.
 */
final class SingleReader {
    private static final int FLAGS_AT = 2;
    private static final int EXPIRY_AT = 3;
    private static final int USER_FLAGS_AT = 7;
    private static final long UNSIGNED = 0xFFFF_FFFFL;

    private SingleReader() {}

    static SubdocRequest read(KvRequest request, SubOpcode opcode, SpecRules rules) {
        int length = request.extrasLength();
        boolean flagged = length == 4 || length == 8 || length == 12;
        int docFlags = flagged ? request.extrasByte(length - 1) : 0;
        SubSpec spec = spec(request, opcode);
        if (DocFlags.has(docFlags, DocFlags.CREATES_DELETED)) {
            if (!DocFlags.has(docFlags, DocFlags.ADDS | DocFlags.MAKES)) {
                throw SpecRules.invalid("CreateAsDeleted requires Mkdoc or Add");
            }
            if (!spec.isXattr()) {
                throw SpecRules.invalid("CreateAsDeleted does not support body path");
            }
        }
        MultiReader.checkDocFlags(docFlags, request.cas());
        rules.check(spec, docFlags);
        long expiry = length >= USER_FLAGS_AT ? request.extrasInt(EXPIRY_AT) & UNSIGNED : 0;
        Integer userFlags = length >= 11 ? Integer.valueOf(request.extrasInt(USER_FLAGS_AT)) : null;
        return new SubdocRequest(false, opcode.isMutation(), docFlags, expiry, userFlags, List.of(spec));
    }

    private static SubSpec spec(KvRequest request, SubOpcode opcode) {
        int pathLength = request.extrasShort(0);
        if (pathLength > SubPath.BYTES_MAX) {
            throw SpecRules.invalid("Request path length exceeds maximum");
        }
        if (pathLength > request.valueLength()) {
            throw SpecRules.invalid("Path length can't exceed value");
        }
        byte[] bytes = request.valueBytes();
        int from = request.valueOffset();
        return new SubSpec(
                opcode,
                request.extrasByte(FLAGS_AT),
                Arrays.copyOfRange(bytes, from, from + pathLength),
                Arrays.copyOfRange(bytes, from + pathLength, from + request.valueLength()));
    }
}
