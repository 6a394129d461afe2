package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.base.document.JsonText;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import java.io.ByteArrayOutputStream;

/** The extended attributes of a document, kept as the text of one JSON object; none at all as no text. */
final class Xattrs {
    private static final byte[] EMPTY = {'{', '}'};

    private Xattrs() {}

    /** Returns the stored attributes as a text to be edited. */
    static byte[] opened(byte[] kept) {
        return kept.length == 0 ? EMPTY : kept;
    }

    /** Returns the stored form of the text. */
    static byte[] closed(byte[] text) {
        return isEmpty(text) ? DocumentMeta.NO_XATTRS : text;
    }

    private static boolean isEmpty(byte[] text) {
        return text[JsonText.skipSpace(text, JsonText.skipSpace(text, 0) + 1)] == '}';
    }

    /** Returns the attributes that outlive the document's body: the system's. */
    static byte[] ofSystem(byte[] kept) {
        if (kept.length == 0) {
            return kept;
        }
        ByteArrayOutputStream left = new ByteArrayOutputStream();
        forEach(kept, (quote, _, end) -> {
            if (kept[quote + 1] == '_') {
                left.write(left.size() == 0 ? '{' : ',');
                left.write(kept, quote, end - quote);
            }
        });
        if (left.size() == 0) {
            return DocumentMeta.NO_XATTRS;
        }
        left.write('}');
        return left.toByteArray();
    }

    /** The names, in the order in which they were given values, as the text of a JSON array. */
    static byte[] names(byte[] kept, boolean withSystem) {
        ByteArrayOutputStream names = new ByteArrayOutputStream();
        names.write('[');
        if (kept.length > 0) {
            forEach(kept, (quote, nameEnd, _) -> {
                if (withSystem || kept[quote + 1] != '_') {
                    if (names.size() > 1) {
                        names.write(',');
                    }
                    names.write(kept, quote, nameEnd - quote);
                }
            });
        }
        names.write(']');
        return names.toByteArray();
    }

    /** Sees one attribute: where its name's quote stands, where the name and the value end. */
    private interface Visitor {
        void visit(int quote, int nameEnd, int end);
    }

    private static void forEach(byte[] kept, Visitor visitor) {
        int at = JsonText.skipSpace(kept, JsonText.skipSpace(kept, 0) + 1);
        while (kept[at] != '}') {
            int nameEnd = JsonText.stringEnd(kept, at);
            int value = JsonText.skipSpace(kept, JsonText.skipSpace(kept, nameEnd) + 1);
            // They were found to be no deeper than is looked when they were written.
            int end = JsonSpans.valueEnd(kept, value, 1);
            visitor.visit(at, nameEnd, end);
            at = Members.next(kept, value);
        }
    }
}
