package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;

/** The checks of one operation before anything is looked at. */
final class SpecRules {
    private final boolean knowsXattrs;

    /** @param knowsXattrs whether the client has said in its greeting that it does */
    SpecRules(boolean knowsXattrs) {
        this.knowsXattrs = knowsXattrs;
    }

    void check(SubSpec spec, int docFlags) {
        SubOpcode opcode = spec.opcode();
        if ((spec.flags() & ~opcode.pathFlags()) != 0) {
            throw invalid("Request flags invalid");
        }
        if ((spec.flags() & opcode.requiredPathFlags()) != opcode.requiredPathFlags()) {
            throw invalid("Request missing mandatory flags");
        }
        if ((docFlags & ~opcode.docFlags()) != 0) {
            throw invalid("Request document flags invalid");
        }
        if (spec.path().length > SubPath.BYTES_MAX) {
            throw invalid("Request path length exceeds maximum");
        }
        if (opcode.isWhole() && spec.path().length > 0) {
            throw invalid("Request must not include path for wholedoc operations");
        }
        checkXattr(spec);
        if (spec.path().length == 0 && !opcode.allowsEmptyPath()) {
            throw invalid("Request must include path");
        }
        if (opcode.takesValue() && spec.value().length == 0) {
            throw invalid("Request must include value");
        }
        if (!opcode.takesValue() && spec.value().length > 0) {
            throw invalid("Request must not include value");
        }
    }

    private void checkXattr(SubSpec spec) {
        boolean expands = spec.has(PathFlags.EXPANDS_MACROS);
        boolean binary = spec.has(PathFlags.BINARY);
        if (!spec.isXattr()) {
            if (expands) {
                throw combo("EXPAND_MACROS flag requires XATTR flag to be set");
            }
            if (binary) {
                throw combo("BINARY_VALUE flag requires XATTR flag to be set");
            }
            return;
        }
        if (binary && expands) {
            throw combo("BINARY_VALUE can't be used together with EXPAND_MACROS");
        }
        if (!knowsXattrs) {
            throw new StatusException(Status.NOT_SUPPORTED, "Connection not XATTR enabled");
        }
        if (XattrKey.length(spec.path()) == XattrKey.INVALID) {
            throw new StatusException(Status.XATTR_EINVAL, "Request XATTR key invalid");
        }
        if (spec.opcode().isMutation() && PropertyLifetimes.isOf(spec)) {
            PropertyLifetimes.check(spec);
        } else if (spec.isVirtual() && spec.opcode().isMutation()) {
            throw new StatusException(Status.SUBDOC_XATTR_CANT_MODIFY_VATTR);
        }
        if (expands && !Macro.mayBe(spec.value())) {
            throw new StatusException(Status.SUBDOC_XATTR_UNKNOWN_MACRO);
        }
    }

    static StatusException invalid(String context) {
        return new StatusException(Status.EINVAL, context);
    }

    private static StatusException combo(String context) {
        return new StatusException(Status.SUBDOC_XATTR_INVALID_FLAG_COMBO, context);
    }
}
