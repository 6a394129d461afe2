package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;

/** GET_ERROR_MAP: what every status means, in the latest form that the client knows. */
final class ErrorMapCommand implements KvCommand {
    private static final RequestShape RULE =
            RequestShape.connection(Privilege.NONE).noKey().someValue();

    private final byte[] first = ErrorMap.ofVersion(1);
    private final byte[] second = ErrorMap.ofVersion(ErrorMap.VERSION_MAX);

    @Override
    public RequestShape rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        KvRequest request = call.request();
        if (request.valueLength() != Short.BYTES || request.vbucket() != 0 || request.cas() != 0) {
            return KvResponse.of(Status.EINVAL);
        }
        byte[] value = request.value();
        int version = (value[0] & 0xff) << 8 | value[1] & 0xff;
        if (version == 0) {
            return KvResponse.of(Status.KEY_ENOENT);
        }
        return KvResponse.success().value(version == 1 ? first : second, Datatype.JSON);
    }
}
