package dev.mayfly.face.couchbase.query.change;

import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.Edit;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlKind;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.expression.Frame;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** Applies SET and UNSET to a document. */
final class DocumentEdit {
    private static final int BINARY = 12030;

    private DocumentEdit() {}

    /** @param draft the document as it is, which is changed */
    static Edit of(Document current, DocumentChange changes, Frame frame, PlanDraft draft, DocumentWriter writer) {
        if (draft.value().kind() == N1qlKind.BINARY) {
            throw new N1qlException(BINARY, "UPDATE of binary document is not supported");
        }
        byte[] before = DocumentMeta.xattrs(current);
        SequencedMap<String, N1qlValue> shown = new LinkedHashMap<>();
        if (before.length > 0) {
            shown.put("xattrs", N1qlValues.ofJsonBytes(before));
        } else {
            shown.put("xattrs", N1qlValues.EMPTY_OBJECT);
        }
        PlanDraft meta = new PlanDraft(N1qlValues.object(shown));
        changes.apply(frame, draft, meta);
        N1qlValue changed = meta.value();
        DocumentWriter.Content content = new DocumentWriter.Content(
                N1qlValues.jsonBytes(draft.value()),
                NewDocument.expiration(changed.field("expiration")),
                changed.field("xattrs").equals(shown.get("xattrs"))
                        ? null
                        : NewDocument.xattrs(changed.field("xattrs")));
        return writer.put(content, current, DocumentMeta.flags(current));
    }
}
