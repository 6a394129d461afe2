package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommand;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;

/** Reads a document. On the hot path: the key is copied once, the value not at all until it is sent. */
final class GetCommand implements KvCommand {
    private static final RequestShape RULE = RequestShape.document(Privilege.READ);

    private final Documents documents;
    private final boolean withKey;

    /** @param withKey whether the answer repeats the key */
    GetCommand(Documents documents, boolean withKey) {
        this.documents = documents;
        this.withKey = withKey;
    }

    @Override
    public RequestShape rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        if (call.request().cas() != WriteTerms.ANY_CAS) {
            return KvResponse.of(Status.EINVAL);
        }
        Document found =
                documents.get(call.collection(), new DocumentKey(call.request().key()));
        KvResponse response =
                found == null ? KvResponse.of(Status.KEY_ENOENT) : KvAnswers.document(found, documents.shownCas(found));
        return withKey ? response.key(call.request().wholeKey()) : response;
    }
}
