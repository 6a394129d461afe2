package dev.mayfly.face.couchbase.subdoc;

/**
 * A document as operations find it, or the blank one that they are to fill.
 *
 * @param json whether the body is JSON
 * @param xattrs as {@link Xattrs} keeps them
 * @param deleted whether it is a deleted one, of which only attributes are left
 */
record EditedDocument(byte[] body, boolean json, byte[] xattrs, boolean deleted, DocumentFacts facts) {
    private static final byte[] NOTHING = {};
    private static final byte[] OBJECT = {'{', '}'};
    private static final byte[] ARRAY = {'[', ']'};

    /** Returns the initial document of a request that creates it. */
    static EditedDocument blank(SubdocRequest request) {
        if (request.has(DocFlags.CREATES_DELETED)) {
            return new EditedDocument(NOTHING, false, NOTHING, true, DocumentFacts.NOTHING);
        }
        for (SubSpec spec : request.specs()) {
            if (!spec.opcode().isWhole()) {
                byte[] root = wantsArray(spec) ? ARRAY : OBJECT;
                return new EditedDocument(root, true, NOTHING, false, DocumentFacts.NOTHING);
            }
        }
        return new EditedDocument(NOTHING, false, NOTHING, false, DocumentFacts.NOTHING);
    }

    /** The first path decides what the new document is. */
    private static boolean wantsArray(SubSpec spec) {
        return spec.path().length == 0 || spec.path()[0] == '[';
    }
}
