package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommand;
import dev.mayfly.face.couchbase.session.NotMyVBucket;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;
import org.jspecify.annotations.Nullable;

/** Looks at parts of a document. */
final class LookupCommand implements KvCommand {
    private final Documents documents;
    private final RequestReader reader;
    private final RequestShape rule;

    LookupCommand(Documents documents, RequestReader reader) {
        this.documents = documents;
        this.reader = reader;
        RequestShape any = RequestShape.document(Privilege.READ).anyValue();
        this.rule = reader.single() == null ? any.extras(0, 1) : any.extras(3, 4);
    }

    @Override
    public RequestShape rule() {
        return rule;
    }

    @Override
    public KvResponse run(KvCall call) {
        SubdocRequest asked = reader.read(call);
        KvRequest request = call.request();
        if (asked.has(DocFlags.READS_REPLICA)) {
            // There is none, and the document here is none.
            return NotMyVBucket.answer(call.session(), call.bucket());
        }
        EditedDocument subject = find(call, asked.has(DocFlags.ACCESSES_DELETED));
        if (subject == null) {
            return KvResponse.of(Status.KEY_ENOENT);
        }
        long cas = subject.facts().cas();
        if (request.cas() != 0 && request.cas() != cas) {
            return KvResponse.of(Status.KEY_EEXISTS);
        }
        boolean maySystem = call.may(Privilege.SYSTEM_XATTR_READ);
        SubdocExecution execution = new SubdocExecution(
                        asked,
                        subject,
                        maySystem,
                        () -> call.collection().collection().reading().now())
                .run();
        return Responses.lookup(asked, execution, cas);
    }

    private @Nullable EditedDocument find(KvCall call, boolean seesDeleted) {
        Subjects subjects =
                new Subjects(call.bucket().vBucketUuid(call.request().vbucket()));
        DocumentKey key = new DocumentKey(call.request().key());
        Document document = documents.get(call.collection(), key);
        if (document != null) {
            return subjects.of(document, documents.shownCas(document));
        }
        Tombstone tombstone =
                seesDeleted ? documents.keyState(call.collection(), key).tombstone() : null;
        return tombstone == null ? null : subjects.of(tombstone);
    }
}
