package dev.mayfly.face.couchbase.subdoc;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Document;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.Edit;
import dev.mayfly.face.couchbase.kv.Editor;
import dev.mayfly.face.couchbase.kv.ExpiryRule;
import dev.mayfly.face.couchbase.kv.Found;
import dev.mayfly.face.couchbase.kv.Refusal;
import dev.mayfly.face.couchbase.kv.SystemXattrs;
import dev.mayfly.face.couchbase.wire.Status;
import org.jspecify.annotations.Nullable;

/** Says what the operations of a request make of a document, and remembers what they answered when it was last asked. */
final class SubdocEditor implements Editor {
    private final SubdocRequest request;
    private final Subjects subjects;
    private final boolean maySystem;
    private final ExpiryRule expiryRule;
    private @Nullable Execution execution;
    private @Nullable Status refused;

    SubdocEditor(SubdocRequest request, Subjects subjects, boolean maySystem, boolean preserves) {
        this.request = request;
        this.subjects = subjects;
        this.maySystem = maySystem;
        // The limit comes last even where the expiry is kept: the whole document is written anew.
        this.expiryRule = preserves ? ExpiryRule.CONTINUED : ExpiryRule.REQUESTED;
    }

    /** What an existing document answers to one that is to be added does not depend on its lock. */
    @Override
    public boolean mayMeetLock() {
        return request.has(DocFlags.ADDS);
    }

    @Override
    public Edit edit(Found found) {
        refused = null;
        execution = null;
        Document document = found.document();
        if (document == null) {
            return request.makes() ? run(found, Subject.blank(request), 0) : Edit.refuse(Refusal.NOT_FOUND);
        }
        if (request.has(DocFlags.ADDS)) {
            return Edit.refuse(Refusal.EXISTS);
        }
        if (request.has(DocFlags.REVIVES)) {
            return refuse(Status.SUBDOC_CAN_ONLY_REVIVE_DELETED_DOCUMENTS);
        }
        return run(found, subjects.of(document, DocumentMeta.cas(document)), DocumentMeta.flags(document));
    }

    private Edit run(Found found, Subject subject, int flags) {
        Execution done = new Execution(request, subject, maySystem, found::now).run();
        execution = done;
        if (done.status() != Status.SUCCESS) {
            return Edit.KEEP;
        }
        if (request.deletes()) {
            return new Edit.Remove(flags, SystemXattrs.of(done.xattrs(found.cas())));
        }
        Integer userFlags = request.userFlags();
        return new Edit.Put(
                done.body(),
                userFlags == null ? flags : userFlags,
                done.json() ? DocumentMeta.JSON : 0,
                done.xattrs(found.cas()),
                request.expiry(),
                expiryRule);
    }

    private Edit refuse(Status status) {
        refused = status;
        return Edit.KEEP;
    }

    /** Why nothing was run, or null. */
    @Nullable
    Status refused() {
        return refused;
    }

    /** How the operations went when they were last run. */
    Execution execution() {
        return requireNonNull(execution);
    }
}
