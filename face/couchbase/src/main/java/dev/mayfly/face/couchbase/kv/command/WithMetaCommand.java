package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.face.couchbase.kv.ConflictRule;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.DocumentOutcome;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.ForeignVersion;
import dev.mayfly.face.couchbase.kv.JsonDetector;
import dev.mayfly.face.couchbase.kv.Refusal;
import dev.mayfly.face.couchbase.kv.XattrBlob;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommand;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import java.util.Arrays;

/** Takes over a version of a document from another cluster: SET_WITH_META, ADD_WITH_META and DEL_WITH_META. */
final class WithMetaCommand implements KvCommand {
    /*
     * extras: flags 4 | expiry, or time of deletion 4 | revision 8 | CAS 8 [| options 4] [| length to be ignored 2]
     *
     * The ignored bytes stand at the end of the value.
     */
    private static final int EXPIRY_AT = 4;
    private static final int REV_AT = 8;
    private static final int CAS_AT = 16;
    private static final int OPTIONS_AT = 24;
    private static final RequestShape RULE =
            RequestShape.document(Privilege.META_WRITE).extras(24, 26, 28, 30).anyValue();

    private static final int FORCE_ACCEPT = 0x02;
    private static final int REGENERATE_CAS = 0x04;
    private static final int SKIP_CONFLICT_RESOLUTION = 0x08;
    private static final int IS_EXPIRATION = 0x10;
    private static final long NO_CAS = 0;
    private static final long LOCKED_CAS = -1;
    private static final long UNSIGNED = 0xffff_ffffL;

    /** The kinds of write with a given version. */
    enum Verb {
        SET,
        ADD,
        DELETE
    }

    private final Documents documents;
    private final Verb verb;

    WithMetaCommand(Documents documents, Verb verb) {
        this.documents = documents;
        this.verb = verb;
    }

    @Override
    public RequestShape rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        KvRequest request = call.request();
        int length = request.extrasLength();
        int options = length >= OPTIONS_AT + Integer.BYTES ? request.extrasInt(OPTIONS_AT) : 0;
        ConflictRule rule = ConflictRule.of(call.bucket());
        requireSense(options, rule);
        long cas = request.extrasLong(CAS_AT);
        if (cas == NO_CAS || cas == LOCKED_CAS) {
            return KvResponse.of(Status.KEY_EEXISTS);
        }
        ForeignVersion version = version(request, options, rule);
        DocumentKey key = new DocumentKey(request.key());
        return switch (documents.takeOver(call.collection(), key, version)) {
            case DocumentOutcome.Written written -> KvAnswers.written(call, written);
            case DocumentOutcome.Refused(Refusal why) -> KvAnswers.refused(call, why);
            case DocumentOutcome.Unchanged _ -> throw new IllegalStateException("what is taken over is written");
        };
    }

    /** Options that contradict each other, or the bucket. */
    private static void requireSense(int options, ConflictRule rule) {
        boolean regenerates = has(options, REGENERATE_CAS);
        boolean isForced = has(options, FORCE_ACCEPT);
        boolean makesSense = (!regenerates || has(options, SKIP_CONFLICT_RESOLUTION))
                && (rule == ConflictRule.REVISION ? !isForced : isForced || regenerates);
        if (!makesSense) {
            throw new StatusException(Status.EINVAL, "These options do not fit each other, or the bucket");
        }
    }

    private static boolean has(int options, int bit) {
        return (options & bit) != 0;
    }

    private ForeignVersion version(KvRequest request, int options, ConflictRule rule) {
        byte[] value = value(request);
        boolean isMarked = Datatype.hasXattrs(request.datatype()) && value.length > 0;
        XattrBlob parts = isMarked ? XattrBlob.read(value) : new XattrBlob(DocumentMeta.NO_XATTRS, value);
        boolean deletes = verb == Verb.DELETE;
        if (deletes && parts.body().length > 0) {
            throw new StatusException(Status.EINVAL, "Only extended attributes outlive a document");
        }
        if (value.length > Documents.VALUE_BYTES_MAX) {
            throw new StatusException(Status.E2BIG);
        }
        DocumentMeta meta = new DocumentMeta(
                request.extrasLong(CAS_AT),
                request.extrasLong(REV_AT),
                request.extrasInt(0),
                deletes ? 0 : JsonDetector.datatypeOf(parts.body()),
                parts.xattrs());
        return new ForeignVersion(
                meta,
                deletes ? null : parts.body(),
                request.extrasInt(EXPIRY_AT) & UNSIGNED,
                has(options, IS_EXPIRATION) ? Tombstone.Cause.EXPIRED : Tombstone.Cause.REMOVED,
                rule,
                request.cas(),
                verb == Verb.ADD,
                !has(options, SKIP_CONFLICT_RESOLUTION),
                has(options, REGENERATE_CAS));
    }

    private static byte[] value(KvRequest request) {
        byte[] value = request.value();
        int length = request.extrasLength();
        if (length % Integer.BYTES == 0) {
            return value;
        }
        int ignored = request.extrasShort(length - Short.BYTES);
        if (ignored > value.length) {
            throw new StatusException(Status.EINVAL, "The value is shorter than what is to be ignored of it");
        }
        return Arrays.copyOf(value, value.length - ignored);
    }
}
