package dev.mayfly.face.couchbase.xdcr.filter;

/** A compiled expression. Immutable. */
public final class DocumentFilter {
    /** Lets everything pass. */
    public static final DocumentFilter ALL = new DocumentFilter(_ -> true, false, false);

    private final FilterTest test;
    private final boolean readsBody;
    private final boolean readsXattrs;

    DocumentFilter(FilterTest test, boolean readsBody, boolean readsXattrs) {
        this.test = test;
        this.readsBody = readsBody;
        this.readsXattrs = readsXattrs;
    }

    /** Compiles an expression; an empty one lets everything pass. */
    public static DocumentFilter parse(String text) throws FilterSyntaxException {
        return text.isBlank() ? ALL : new FilterParser(text).parse();
    }

    /** Returns true if it depends on fields of the document. */
    public boolean readsBody() {
        return readsBody;
    }

    /** Returns true if it depends on extended attributes. */
    public boolean readsXattrs() {
        return readsXattrs;
    }

    /**
     * Returns whether a document passes.
     *
     * @throws UnfilterableException if that cannot be found out at a bounded cost
     */
    public boolean passes(FilteredDocument document) {
        return test.holds(document);
    }
}
