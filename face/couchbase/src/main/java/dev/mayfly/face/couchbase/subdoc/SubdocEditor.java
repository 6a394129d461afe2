package dev.mayfly.face.couchbase.subdoc;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.Edit;
import dev.mayfly.face.couchbase.kv.Editor;
import dev.mayfly.face.couchbase.kv.ExistingDocument;
import dev.mayfly.face.couchbase.kv.ExpiryRule;
import dev.mayfly.face.couchbase.kv.Refusal;
import dev.mayfly.face.couchbase.wire.Status;
import org.jspecify.annotations.Nullable;

/** Says what the operations of a request make of a document, and remembers what they answered when it was last asked. */
final class SubdocEditor implements Editor {
    /** Limit on the system's attributes, besides the user's own limit. */
    private static final int SYSTEM_BYTES_MAX = 1 << 20;

    private final SubdocRequest request;
    private final Subjects subjects;
    private final boolean maySystem;
    private final ExpiryRule expiryRule;
    private @Nullable SubdocExecution execution;
    private @Nullable Status refused;

    SubdocEditor(SubdocRequest request, Subjects subjects, boolean maySystem, boolean preserves) {
        this.request = request;
        this.subjects = subjects;
        this.maySystem = maySystem;
        // The limit comes last even where the expiry is kept: the whole document is written anew.
        this.expiryRule = preserves ? ExpiryRule.CONTINUED : ExpiryRule.REQUESTED;
    }

    /** The answer of an existing document to a request to add one does not depend on its lock. */
    @Override
    public boolean mayMeetLock() {
        return request.has(DocFlags.ADDS);
    }

    @Override
    public boolean seesDeleted() {
        return request.has(DocFlags.ACCESSES_DELETED);
    }

    @Override
    public Edit edit(ExistingDocument found) {
        refused = null;
        execution = null;
        Document document = found.document();
        if (document == null) {
            Tombstone tombstone = seesDeleted() ? found.tombstone() : null;
            return tombstone == null ? make(found) : runOnDeleted(found, tombstone);
        }
        if (request.has(DocFlags.ADDS)) {
            return Edit.refuse(Refusal.EXISTS);
        }
        if (request.has(DocFlags.REVIVES)) {
            return refuse(Status.SUBDOC_CAN_ONLY_REVIVE_DELETED_DOCUMENTS);
        }
        return run(found, subjects.of(document, DocumentMeta.cas(document)), DocumentMeta.flags(document));
    }

    private Edit make(ExistingDocument found) {
        if (!request.makes()) {
            return Edit.refuse(Refusal.NOT_FOUND);
        }
        Edit made = run(found, EditedDocument.blank(request), 0);
        // A deleted document is made only where there is none, not even one that this request does not look at.
        boolean isTaken = found.tombstone() != null && request.has(DocFlags.CREATES_DELETED);
        if (isTaken && made instanceof Edit.Remove) {
            return refuse(request.has(DocFlags.ADDS) ? Status.NOT_STORED : Status.ETMPFAIL);
        }
        return made;
    }

    private Edit runOnDeleted(ExistingDocument found, Tombstone tombstone) {
        if (request.has(DocFlags.ADDS)) {
            return Edit.refuse(Refusal.EXISTS);
        }
        int flags = DocumentMeta.fromBytes(tombstone.face()).flags();
        return run(found, subjects.of(tombstone), flags);
    }

    private Edit run(ExistingDocument found, EditedDocument subject, int flags) {
        SubdocExecution done = new SubdocExecution(request, subject, maySystem, found::now).run();
        execution = done;
        if (done.status() != Status.SUCCESS) {
            return Edit.KEEP;
        }
        Integer userFlags = request.userFlags();
        int newFlags = userFlags == null ? flags : userFlags;
        byte[] xattrs = done.xattrs(found.cas());
        if (Xattrs.ofSystem(xattrs).length > SYSTEM_BYTES_MAX) {
            return Edit.refuse(Refusal.TOO_BIG);
        }
        if (subject.deleted() && !request.has(DocFlags.REVIVES)) {
            return remain(done, newFlags, xattrs);
        }
        if (request.deletes()) {
            return new Edit.Remove(newFlags, xattrs);
        }
        return new Edit.Put(
                done.body(),
                newFlags,
                done.json() ? DocumentMeta.JSON : 0,
                xattrs,
                request.expiry(),
                expiryRule,
                done.seqnoPlaces(xattrs));
    }

    /** Keeps a deleted document deleted: only its attributes change. */
    private Edit remain(SubdocExecution done, int flags, byte[] xattrs) {
        if (done.body().length > 0) {
            return refuse(Status.SUBDOC_DELETED_DOCUMENT_CANT_HAVE_VALUE);
        }
        if (request.deletes() && xattrs.length == 0) {
            return Edit.refuse(Refusal.NOT_FOUND);
        }
        if (done.seqnoPlaces(xattrs).length > 0) {
            return refuse(Status.SUBDOC_XATTR_UNKNOWN_MACRO);
        }
        return new Edit.Remove(flags, xattrs);
    }

    private Edit refuse(Status status) {
        refused = status;
        return Edit.KEEP;
    }

    /** Returns the reason why nothing was run, or null. */
    @Nullable
    Status refused() {
        return refused;
    }

    /** Returns whether the document was a deleted one and still is. */
    boolean leavesDeleted() {
        return execution().subject().deleted() && !request.has(DocFlags.REVIVES);
    }

    /** Returns the last run of the operations. */
    SubdocExecution execution() {
        return requireNonNull(execution);
    }
}
