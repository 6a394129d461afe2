package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Document;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommand;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.Rule;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;

/** Looks at parts of a document. */
final class LookupCommand implements KvCommand {
    private final Documents documents;
    private final RequestReader reader;
    private final Rule rule;

    LookupCommand(Documents documents, RequestReader reader) {
        this.documents = documents;
        this.reader = reader;
        Rule any = Rule.document(Privilege.READ).anyValue();
        this.rule = reader.single() == null ? any.extras(0, 1) : any.extras(3, 4);
    }

    @Override
    public Rule rule() {
        return rule;
    }

    @Override
    public KvResponse run(KvCall call) {
        SubdocRequest asked = reader.read(call);
        KvRequest request = call.request();
        Document document = documents.get(call.collection(), new DocumentKey(request.key()));
        if (document == null) {
            return KvResponse.of(Status.KEY_ENOENT);
        }
        long cas = documents.shownCas(document);
        if (request.cas() != 0 && request.cas() != cas) {
            return KvResponse.of(Status.KEY_EEXISTS);
        }
        Subjects subjects = new Subjects(call.bucket().vBucketUuid(request.vbucket()));
        Execution execution = new Execution(
                        asked,
                        subjects.of(document, cas),
                        call.may(Privilege.SYSTEM_XATTR_READ),
                        () -> call.collection().collection().reading().now())
                .run();
        return Responses.lookup(asked, execution, cas);
    }
}
