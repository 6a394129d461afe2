package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a request of several operations: each an opcode, flags and the length of its path, for a mutation the length of
 * its value, then both.
 */
final class MultiReader {
    /** Limit on the operations of one request. */
    static final int SPECS_MAX = 16;

    private static final int LOOKUP_HEADER = 4;
    private static final int MUTATION_HEADER = 8;
    private static final long UNSIGNED = 0xFFFF_FFFFL;

    private final KvRequest request;
    private final boolean mutation;
    private final SpecRules rules;
    private final boolean oneKey;

    /** @param oneKey whether all extended attributes must be the same one, as releases before 7.6 have it */
    MultiReader(KvRequest request, boolean mutation, SpecRules rules, boolean oneKey) {
        this.request = request;
        this.mutation = mutation;
        this.rules = rules;
        this.oneKey = oneKey;
    }

    SubdocRequest read() {
        int length = request.extrasLength();
        boolean flags = length == 1 || length == 5 || length == 9;
        int docFlags = flags ? request.extrasByte(length - 1) : 0;
        checkDocFlags(docFlags, request.cas());
        long expiry = length >= 4 ? request.extrasInt(0) & UNSIGNED : 0;
        Integer userFlags = length >= 8 ? Integer.valueOf(request.extrasInt(4)) : null;
        return new SubdocRequest(true, mutation, docFlags, expiry, userFlags, specs(docFlags));
    }

    static void checkDocFlags(int docFlags, long cas) {
        if ((docFlags & ~DocFlags.ALL) != 0) {
            throw SpecRules.invalid("Request extras invalid");
        }
        if (DocFlags.has(docFlags, DocFlags.ADDS) && cas != 0) {
            throw SpecRules.invalid("Request with add flag must have CAS 0");
        }
        if (DocFlags.has(docFlags, DocFlags.ADDS) && DocFlags.has(docFlags, DocFlags.MAKES)) {
            throw SpecRules.invalid("Request must not contain both add and mkdoc flags");
        }
        if (DocFlags.has(docFlags, DocFlags.REVIVES)) {
            if (!DocFlags.has(docFlags, DocFlags.ACCESSES_DELETED)) {
                throw SpecRules.invalid("ReviveDocument can't be used without AccessDeleted");
            }
            if (DocFlags.has(docFlags, DocFlags.CREATES_DELETED)) {
                throw SpecRules.invalid("ReviveDocument can't be used with CreateAsDeleted");
            }
        }
    }

    private List<SubSpec> specs(int docFlags) {
        ByteBuffer value = ByteBuffer.wrap(request.valueBytes(), request.valueOffset(), request.valueLength());
        List<SubSpec> specs = new ArrayList<>();
        SubSpec last = null;
        while (value.hasRemaining() && specs.size() < SPECS_MAX) {
            SubSpec spec = spec(value);
            checkOrder(last, spec);
            rules.check(spec, docFlags);
            specs.add(spec);
            last = spec;
        }
        if (specs.isEmpty()) {
            throw combo("Request must contain at least one path");
        }
        if (value.hasRemaining()) {
            throw combo("Request must contain at most 16 paths");
        }
        if (oneKey) {
            checkOneKey(specs);
        }
        return List.copyOf(specs);
    }

    private SubSpec spec(ByteBuffer value) {
        if (value.remaining() < (mutation ? MUTATION_HEADER : LOOKUP_HEADER)) {
            throw SpecRules.invalid(mutation ? "Multi mutation spec truncated" : "Multi lookup spec truncated");
        }
        int code = value.get() & 0xff;
        int flags = value.get() & 0xff;
        int pathLength = value.getShort() & 0xffff;
        long valueLength = mutation ? value.getInt() & UNSIGNED : 0;
        if (pathLength + valueLength > value.remaining()) {
            throw SpecRules.invalid(
                    mutation ? "Multi mutation path and value truncated" : "Multi lookup path truncated");
        }
        SubOpcode opcode = SubOpcode.of(code);
        if (opcode == null) {
            throw combo("Subdoc and MCBP command must not both be invalid");
        }
        if (opcode.isMutation() != mutation) {
            throw combo("Mutation opcodes only permitted for mutation commands");
        }
        return new SubSpec(opcode, flags, bytes(value, pathLength), bytes(value, (int) valueLength));
    }

    private static byte[] bytes(ByteBuffer value, int length) {
        byte[] bytes = new byte[length];
        value.get(bytes);
        return bytes;
    }

    /** Checks the order: attributes come first; the deletion of the whole document stands alone besides them. */
    private static void checkOrder(@Nullable SubSpec before, SubSpec spec) {
        if (before == null) {
            return;
        }
        if (before.opcode() == SubOpcode.DELETE_DOC) {
            throw combo("Request contains an invalid combination of commands");
        }
        if (before.isXattr()) {
            return;
        }
        if (spec.isXattr()) {
            throw new StatusException(Status.SUBDOC_INVALID_XATTR_ORDER);
        }
        if (spec.opcode() == SubOpcode.DELETE_DOC) {
            throw combo("Request contains an invalid combination of commands");
        }
    }

    private static void checkOneKey(List<SubSpec> specs) {
        byte[] key = null;
        for (SubSpec spec : specs) {
            if (spec.isXattr() && !spec.isVirtual()) {
                byte[] own = Arrays.copyOf(spec.path(), XattrKey.length(spec.path()));
                if (key != null && !Arrays.equals(key, own)) {
                    throw new StatusException(Status.SUBDOC_XATTR_INVALID_KEY_COMBO);
                }
                key = own;
            }
        }
    }

    private static StatusException combo(String context) {
        return new StatusException(Status.SUBDOC_INVALID_COMBO, context);
    }
}
