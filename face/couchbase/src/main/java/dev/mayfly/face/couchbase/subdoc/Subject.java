package dev.mayfly.face.couchbase.subdoc;

/**
 * A document as operations find it, or the blank one that they are to fill.
 *
 * @param json whether the body is JSON
 * @param xattrs as {@link Xattrs} keeps them
 * @param deleted whether it is a deleted one, of which only attributes are left
 */
record Subject(byte[] body, boolean json, byte[] xattrs, boolean deleted, DocumentFacts facts) {
    private static final byte[] NOTHING = {};
    private static final byte[] OBJECT = {'{', '}'};
    private static final byte[] ARRAY = {'[', ']'};

    /** What a request that makes its document begins with. */
    static Subject blank(SubdocRequest request) {
        if (request.has(DocFlags.CREATES_DELETED)) {
            return new Subject(NOTHING, false, NOTHING, true, DocumentFacts.NOTHING);
        }
        for (SubSpec spec : request.specs()) {
            if (!spec.opcode().isWhole()) {
                byte[] root = wantsArray(spec) ? ARRAY : OBJECT;
                return new Subject(root, true, NOTHING, false, DocumentFacts.NOTHING);
            }
        }
        return new Subject(NOTHING, false, NOTHING, false, DocumentFacts.NOTHING);
    }

    /** The first path decides what the new document is. */
    private static boolean wantsArray(SubSpec spec) {
        return spec.path().length == 0 || spec.path()[0] == '[';
    }
}
