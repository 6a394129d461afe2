package dev.mayfly.face.couchbase.dcp;

import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommand;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.KvResponse;
import java.util.function.Function;

/** A command that is one function, which may wait: it reads failover logs, high numbers or documents. */
record BlockingCommand(RequestShape rule, Function<KvCall, KvResponse> answer) implements KvCommand {
    @Override
    public boolean isBounded(KvCall call) {
        return false;
    }

    @Override
    public KvResponse run(KvCall call) {
        return answer.apply(call);
    }
}
