package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.face.couchbase.dcp.DcpCommands;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommand;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

/** STAT: one answer for each number of a group, and an empty one behind the last. */
final class StatCommand implements KvCommand {
    private static final RequestShape RULE = RequestShape.bucket(Privilege.STATISTICS);

    private final Statistics statistics;
    private final DcpCommands dcp;

    StatCommand(Statistics statistics, DcpCommands dcp) {
        this.statistics = statistics;
        this.dcp = dcp;
    }

    @Override
    public RequestShape rule() {
        return RULE;
    }

    @Override
    public boolean isBounded(KvCall call) {
        return false;
    }

    @Override
    public KvResponse run(KvCall call) {
        String[] words = call.request().keyText().split(" ", 2);
        BiConsumer<String, Object> to = (name, value) -> call.send(KvResponse.success()
                .key(name.getBytes(StandardCharsets.UTF_8))
                .value(value.toString().getBytes(StandardCharsets.UTF_8), Datatype.RAW));
        switch (words[0]) {
            case "" -> statistics.general(call.bucket(), to);
            case "uuid" -> to.accept("uuid", call.bucket().uuid());
            case "vbucket" -> Statistics.states(call.bucket(), to);
            case "vbucket-details" -> Statistics.details(call.bucket(), vBuckets(call, words), to);
            case "vbucket-seqno" -> Statistics.seqnos(call.bucket(), vBuckets(call, words), to);
            case "dcp" -> dcp.statistics(call.bucket(), to);
            case "failovers" -> Statistics.failovers(call.bucket(), vBuckets(call, words), to);
            case "collections", "collections-details" -> Statistics.collections(call.bucket(), to);
            case "scopes", "scopes-details" -> Statistics.scopes(call.bucket(), to);
            case "timings", "kvtimings", "scheduler", "runtimes" ->
                throw new StatusException(Status.NOT_SUPPORTED, "Times are not kept here: see the metrics");
            case "reset" -> throw new StatusException(Status.NOT_SUPPORTED, "Statistics cannot be set back");
            default -> throw new StatusException(Status.KEY_ENOENT, "No such group of statistics");
        }
        return KvResponse.success();
    }

    /** Returns the range of vBuckets: all, or the one that is asked for. */
    private static int[] vBuckets(KvCall call, String[] words) {
        int count = call.bucket().vBuckets();
        if (words.length == 1) {
            return new int[] {0, count};
        }
        try {
            int one = Integer.parseInt(words[1]);
            if (one >= 0 && one < count) {
                return new int[] {one, one + 1};
            }
            throw new StatusException(Status.NOT_MY_VBUCKET);
        } catch (NumberFormatException _) {
            throw new StatusException(Status.EINVAL, "That is no number of a vBucket");
        }
    }
}
