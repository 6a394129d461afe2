package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.bucket.CouchbaseRelease;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;
import java.nio.ByteBuffer;

/** HELLO: grants those of the features asked for that there are, and takes back all others. */
final class HelloCommand implements KvCommand {
    private static final RequestShape RULE = RequestShape.connection(Privilege.NONE);
    private static final int AGENT_BYTES_MAX = 250;

    private final CouchbaseRelease release;

    HelloCommand(CouchbaseRelease release) {
        this.release = release;
    }

    @Override
    public RequestShape rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        KvRequest request = call.request();
        if (request.valueLength() % Short.BYTES != 0 || request.wholeKeyLength() > AGENT_BYTES_MAX) {
            return KvResponse.of(Status.EINVAL);
        }
        ByteBuffer asked = ByteBuffer.wrap(request.valueBytes(), request.valueOffset(), request.valueLength());
        ByteBuffer granted = ByteBuffer.allocate(request.valueLength());
        long bits = 0;
        while (asked.hasRemaining()) {
            Feature feature = Feature.of(asked.getShort());
            if (feature != null && feature.isIn(release) && (bits & bit(feature)) == 0 && fits(feature, bits)) {
                bits |= bit(feature);
                granted.putShort((short) feature.code());
            }
        }
        call.session().agent(request.keyText());
        call.session().grant(bits);
        byte[] list = new byte[granted.position()];
        granted.flip().get(list);
        return KvResponse.success().value(list, Datatype.RAW);
    }

    /** Returns whether the feature can be granted: a client gets one of the two kinds of configuration notice. */
    private static boolean fits(Feature feature, long granted) {
        return switch (feature) {
            case CLUSTERMAP_CHANGE_NOTIFICATION -> (granted & bit(Feature.CLUSTERMAP_CHANGE_NOTIFICATION_BRIEF)) == 0;
            case CLUSTERMAP_CHANGE_NOTIFICATION_BRIEF -> (granted & bit(Feature.CLUSTERMAP_CHANGE_NOTIFICATION)) == 0;
            default -> true;
        };
    }

    private static long bit(Feature feature) {
        return 1L << feature.code();
    }
}
