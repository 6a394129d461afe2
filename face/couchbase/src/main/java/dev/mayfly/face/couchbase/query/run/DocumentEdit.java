package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.engine.Document;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.Edit;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.Kind;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.expression.Frame;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** Makes of SET and UNSET what is written of a document. */
final class DocumentEdit {
    private static final int BINARY = 12030;

    private DocumentEdit() {}

    /** @param draft the document as it is, which is changed */
    static Edit of(Document current, DocumentChange changes, Frame frame, Draft draft, DocumentWriter writer) {
        if (draft.value().kind() == Kind.BINARY) {
            throw new QueryException(BINARY, "UPDATE of binary document is not supported");
        }
        byte[] before = DocumentMeta.xattrs(current);
        SequencedMap<String, Value> shown = new LinkedHashMap<>();
        if (before.length > 0) {
            shown.put("xattrs", Budget.parsed(before));
        } else {
            shown.put("xattrs", Values.EMPTY_OBJECT);
        }
        Draft meta = new Draft(Values.object(shown));
        changes.apply(frame, draft, meta);
        Value changed = meta.value();
        DocumentWriter.Content content = new DocumentWriter.Content(
                Budget.json(draft.value()),
                NewDocument.expiration(changed.field("expiration")),
                changed.field("xattrs").equals(shown.get("xattrs"))
                        ? null
                        : NewDocument.xattrs(changed.field("xattrs")));
        return writer.put(content, current, DocumentMeta.flags(current));
    }
}
