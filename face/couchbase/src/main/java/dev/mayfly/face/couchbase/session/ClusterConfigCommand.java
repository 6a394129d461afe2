package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;

/** GET_CLUSTER_CONFIG: where everything is; nothing new for a client that knows it already. */
final class ClusterConfigCommand implements KvCommand {
    private static final int VERSION_BYTES = 2 * Long.BYTES;
    private static final RequestShape RULE = RequestShape.connection(Privilege.LOGIN)
            .extras(0, VERSION_BYTES)
            .noKey()
            .noValue();

    @Override
    public RequestShape rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        KvSession session = call.session();
        KvRequest request = call.request();
        ClusterConfigs configs = session.services().configs();
        Bucket bucket = session.selected();
        if (bucket != null && bucket.isDropped()) {
            call.closeWhenAnswered();
            return KvResponse.of(Status.NO_BUCKET);
        }
        if (request.extrasLength() == VERSION_BYTES
                && !isNewer(configs, request.extrasLong(0), request.extrasLong(Long.BYTES))) {
            return KvResponse.success();
        }
        session.told();
        return KvResponse.success().value(bucket == null ? configs.global() : configs.of(bucket), Datatype.JSON);
    }

    private static boolean isNewer(ClusterConfigs configs, long epoch, long revision) {
        return configs.epoch() > epoch || (configs.epoch() == epoch && configs.revision() > revision);
    }
}
