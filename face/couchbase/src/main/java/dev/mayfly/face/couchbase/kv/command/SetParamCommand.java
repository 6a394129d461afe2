package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketSettings;
import dev.mayfly.face.couchbase.bucket.MaxTtl;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommand;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import java.util.Map;

/** SET_PARAM: the interval of a bucket's expiry pager, and its maximum time to live. */
final class SetParamCommand implements KvCommand {
    private static final int FLUSH = 1;
    private static final int REPLICATION = 2;
    private static final int TYPES = 5;
    private static final int HOUR_MAX = 23;
    private static final RequestShape RULE =
            RequestShape.bucket(Privilege.SETTINGS).extras(4).withKey().someValue();

    @Override
    public RequestShape rule() {
        return RULE;
    }

    /** Some parameters are written to disk. */
    @Override
    public boolean isBounded(KvCall call) {
        return false;
    }

    @Override
    public KvResponse run(KvCall call) {
        KvRequest request = call.request();
        int type = request.extrasInt(0);
        if (type < FLUSH || type > TYPES) {
            throw new StatusException(Status.EINVAL, "Invalid param type specified");
        }
        if (type == REPLICATION) {
            return KvResponse.of(Status.KEY_ENOENT);
        }
        if (type != FLUSH) {
            throw new StatusException(Status.EINVAL, "Unknown param");
        }
        set(call, request.keyText(), request.valueText());
        return KvResponse.success();
    }

    private static void set(KvCall call, String name, String value) {
        Bucket bucket = call.bucket();
        switch (name) {
            case "exp_pager_stime" -> bucket.pager().setSeconds((int) number(value, 0, Integer.MAX_VALUE));
            case "exp_pager_enabled" -> bucket.pager().setEnabled(flag(value));
            case "exp_pager_initial_run_time" -> bucket.pager().setFirstHour((int) number(value, -1, HOUR_MAX));
            case "max_ttl" -> {
                String ttl = Long.toString(number(value, 0, MaxTtl.MAX));
                BucketSettings changed = bucket.settings().with(Map.of(BucketSettings.MAX_TTL, ttl));
                call.session().services().buckets().update(bucket, changed);
            }
            default -> throw new StatusException(Status.EINVAL, "Unknown flush param");
        }
    }

    private static long number(String value, long least, long most) {
        try {
            long number = Long.parseLong(value);
            if (number < least || number > most) {
                throw new StatusException(Status.EINVAL, "Argument was out of range");
            }
            return number;
        } catch (NumberFormatException _) {
            throw new StatusException(Status.EINVAL, "Argument was not numeric");
        }
    }

    private static boolean flag(String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new StatusException(Status.EINVAL, "Argument was not true or false");
        };
    }
}
