package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts answers into the form of the protocol. */
final class Responses {
    private static final byte[] NOTHING = {};

    private Responses() {}

    static KvResponse lookup(SubdocRequest request, SubdocExecution execution, long cas) {
        Status status = deleted(execution.status(), execution.subject().deleted());
        if (request.multi() && execution.status() != Status.E2BIG) {
            return KvResponse.of(status).cas(cas).value(looked(execution.answers()), Datatype.RAW);
        }
        return execution.status() == Status.SUCCESS
                ? single(status, request, execution).cas(cas)
                : KvResponse.of(status);
    }

    /** Each status and value, for those without a value an empty one. */
    private static byte[] looked(List<SubdocAnswer> answers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (SubdocAnswer answer : answers) {
            put2(bytes, answer.status().code());
            putValue(bytes, valueOf(answer));
        }
        return bytes.toByteArray();
    }

    /** @param deleted whether the document was and still is a deleted one */
    static KvResponse mutation(SubdocRequest request, SubdocExecution execution, boolean deleted) {
        if (execution.status() != Status.SUCCESS) {
            return failed(request, execution);
        }
        Status status = deleted(Status.SUCCESS, deleted);
        return request.multi()
                ? KvResponse.of(status).value(changed(execution.answers()), Datatype.RAW)
                : single(status, request, execution);
    }

    private static KvResponse single(Status status, SubdocRequest request, SubdocExecution execution) {
        SubSpec spec = request.specs().getFirst();
        boolean json = spec.opcode().answersValue() && !spec.has(PathFlags.BINARY);
        return KvResponse.of(status)
                .value(valueOf(execution.answers().getFirst()), json ? Datatype.JSON : Datatype.RAW);
    }

    /** The place of the operation that failed and its status. */
    private static KvResponse failed(SubdocRequest request, SubdocExecution execution) {
        if (!request.multi()) {
            return KvResponse.of(execution.status());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(execution.answers().size() - 1);
        put2(bytes, execution.answers().getLast().status().code());
        return KvResponse.of(execution.status()).value(bytes.toByteArray(), Datatype.RAW);
    }

    /** Place, status and value of those operations that answer one. */
    private static byte[] changed(List<SubdocAnswer> answers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int at = 0; at < answers.size(); at++) {
            byte[] value = valueOf(answers.get(at));
            if (value.length > 0) {
                bytes.write(at);
                put2(bytes, Status.SUCCESS.code());
                putValue(bytes, value);
            }
        }
        return bytes.toByteArray();
    }

    private static Status deleted(Status status, boolean deleted) {
        if (!deleted) {
            return status;
        }
        return switch (status) {
            case SUCCESS -> Status.SUBDOC_SUCCESS_DELETED;
            case SUBDOC_MULTI_PATH_FAILURE -> Status.SUBDOC_MULTI_PATH_FAILURE_DELETED;
            default -> status;
        };
    }

    private static byte[] valueOf(SubdocAnswer answer) {
        byte @Nullable [] value = answer.value();
        return value == null ? NOTHING : value;
    }

    private static void putValue(ByteArrayOutputStream bytes, byte[] value) {
        put2(bytes, value.length >>> 16);
        put2(bytes, value.length);
        bytes.writeBytes(value);
    }

    private static void put2(ByteArrayOutputStream bytes, int number) {
        bytes.write(number >>> 8);
        bytes.write(number);
    }
}
