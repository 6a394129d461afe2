package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.JsonDetector;
import dev.mayfly.face.couchbase.wire.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the operations of one request on a document, first those on its attributes, then those on its body. Reads
 * and writes nothing; made anew when a write has to be tried again.
 */
final class SubdocExecution {
    /** Limit on the values of one answer; otherwise sixteen copies of a large document could be asked for at once. */
    static final int ANSWER_BYTES_MAX = 2 * Documents.VALUE_BYTES_MAX;

    private static final byte[] NOTHING = {};

    private final SubdocRequest request;
    private final EditedDocument subject;
    private final boolean maySystem;
    private final Virtuals virtuals;
    private final LongSupplier nowMillis;
    private final @Nullable Placeholders placeholders;
    private final List<SubdocAnswer> answers = new ArrayList<>();
    private byte[] body;
    private boolean json;
    private byte[] xattrs;
    private long answerBytes;

    /** @param maySystem whether the user may use the system's attributes */
    SubdocExecution(SubdocRequest request, EditedDocument subject, boolean maySystem, LongSupplier nowMillis) {
        this.request = request;
        this.subject = subject;
        this.maySystem = maySystem;
        this.nowMillis = nowMillis;
        this.virtuals = new Virtuals(subject, maySystem, nowMillis);
        this.body = subject.body();
        this.json = subject.json();
        this.xattrs = Xattrs.opened(subject.xattrs());
        this.placeholders = request.expandsMacros() ? new Placeholders(subject.xattrs(), request.specs()) : null;
    }

    /** Runs all lookups; of mutations those up to the first that fails. */
    SubdocExecution run() {
        boolean forbidden = !maySystem && usesSystem();
        for (SubSpec spec : request.specs()) {
            SubdocAnswer answer = forbidden && spec.isXattr() ? new SubdocAnswer(Status.EACCESS, null) : run(spec);
            answers.add(answer);
            answerBytes += answer.bytes();
            if (request.mutation() && !answer.isSuccess() || answerBytes > ANSWER_BYTES_MAX) {
                break;
            }
        }
        if (request.deletes()) {
            xattrs = Xattrs.opened(Xattrs.ofSystem(Xattrs.closed(xattrs)));
        }
        return this;
    }

    private boolean usesSystem() {
        for (SubSpec spec : request.specs()) {
            if (spec.isXattr() && XattrKey.isSystem(spec.path())) {
                return true;
            }
        }
        return false;
    }

    private SubdocAnswer run(SubSpec spec) {
        return switch (spec.opcode()) {
            case GET_DOC ->
                body.length == 0
                        ? new SubdocAnswer(Status.SUBDOC_PATH_ENOENT, null)
                        : new SubdocAnswer(Status.SUCCESS, body);
            case SET_DOC -> setBody(spec.value(), isJson(spec.value()));
            case DELETE_DOC -> setBody(NOTHING, false);
            case REPLACE_BODY_WITH_XATTR -> replaceBody(spec);
            case GET,
                    EXISTS,
                    GET_COUNT,
                    DICT_ADD,
                    DICT_UPSERT,
                    DELETE,
                    REPLACE,
                    ARRAY_PUSH_LAST,
                    ARRAY_PUSH_FIRST,
                    ARRAY_INSERT,
                    ARRAY_ADD_UNIQUE,
                    COUNTER -> spec.isXattr() ? runOnXattrs(spec) : runOnBody(spec);
        };
    }

    private SubdocAnswer setBody(byte[] newBody, boolean isJson) {
        body = newBody;
        json = isJson;
        return new SubdocAnswer(Status.SUCCESS, null);
    }

    private SubdocAnswer runOnBody(SubSpec spec) {
        if (!json) {
            return new SubdocAnswer(Status.SUBDOC_DOC_NOT_JSON, null);
        }
        EditResult edited = PathEdit.run(spec.opcode(), body, spec.path(), spec.value(), makesParents(spec));
        body = edited.text();
        return SubdocAnswer.of(edited);
    }

    private SubdocAnswer runOnXattrs(SubSpec spec) {
        if (spec.opcode().isMutation() && PropertyLifetimes.isOf(spec)) {
            EditResult edited = PropertyLifetimes.edit(spec, xattrs, nowMillis.getAsLong());
            xattrs = edited.text();
            return SubdocAnswer.of(edited);
        }
        if (spec.isVirtual()) {
            return virtuals.look(spec);
        }
        byte[] value = valueOf(spec);
        if (value == null) {
            return new SubdocAnswer(Status.SUBDOC_XATTR_UNKNOWN_VATTR_MACRO, null);
        }
        EditResult edited = PathEdit.run(spec.opcode(), xattrs, spec.path(), value, makesParents(spec));
        xattrs = edited.text();
        SubdocAnswer answer = SubdocAnswer.of(edited);
        return spec.opcode() == SubOpcode.GET && spec.has(PathFlags.BINARY) ? BinaryValue.decoded(answer) : answer;
    }

    private boolean makesParents(SubSpec spec) {
        return spec.has(PathFlags.MAKES_PARENTS) || request.makes();
    }

    /** Returns the value to store in the attribute, or null for an unknown macro. */
    private byte @Nullable [] valueOf(SubSpec spec) {
        if (spec.has(PathFlags.BINARY) && spec.opcode().takesValue()) {
            return BinaryValue.encoded(spec.value());
        }
        if (!spec.has(PathFlags.EXPANDS_MACROS) || placeholders == null) {
            return spec.value();
        }
        Macro macro = Macro.of(spec.value());
        if (macro != null) {
            return placeholders.of(macro);
        }
        String path = Macro.documentPath(spec.value());
        return path == null ? null : virtuals.documentPart(path);
    }

    private SubdocAnswer replaceBody(SubSpec spec) {
        SubdocAnswer found = SubdocAnswer.of(PathEdit.run(spec.opcode(), xattrs, spec.path(), NOTHING, false));
        if (!found.isSuccess()) {
            return found;
        }
        SubdocAnswer value = spec.has(PathFlags.BINARY) ? BinaryValue.decoded(found) : found;
        byte[] newBody = value.value();
        return newBody == null ? value : setBody(newBody, isJson(newBody));
    }

    private static boolean isJson(byte[] value) {
        return JsonDetector.datatypeOf(value) == DocumentMeta.JSON;
    }

    /** SUCCESS, or what the request as a whole has failed with. */
    Status status() {
        if (answerBytes > ANSWER_BYTES_MAX) {
            return Status.E2BIG;
        }
        for (SubdocAnswer answer : answers) {
            if (!answer.isSuccess()) {
                return request.multi() ? Status.SUBDOC_MULTI_PATH_FAILURE : answer.status();
            }
        }
        return Status.SUCCESS;
    }

    /**
     * Returns the answers of the operations; of a mutation that failed, the last is the failure; not all if too large.
     */
    List<SubdocAnswer> answers() {
        return answers;
    }

    EditedDocument subject() {
        return subject;
    }

    byte[] body() {
        return body;
    }

    boolean json() {
        return json;
    }

    /** Returns the attributes to store, with macros expanded except for sequence numbers, which are not known yet. */
    byte[] xattrs(long cas) {
        byte[] kept = Xattrs.closed(xattrs);
        if (placeholders == null) {
            return kept;
        }
        // Clients read the CAS in this place as its bytes from the last to the first.
        kept = placeholders.replaced(kept, Macro.CAS, DocumentFacts.hex(Long.reverseBytes(cas)));
        return placeholders.replaced(kept, Macro.VALUE_CRC32C, DocumentFacts.crc(body));
    }

    /** Returns the places in {@link #xattrs} where the sixteen digits of the sequence number are missing. */
    int[] seqnoPlaces(byte[] kept) {
        if (placeholders == null) {
            return new int[0];
        }
        int[] places = placeholders.places(kept, Macro.SEQNO);
        for (int i = 0; i < places.length; i++) {
            places[i] += "\"0x".length();
        }
        return places;
    }
}
