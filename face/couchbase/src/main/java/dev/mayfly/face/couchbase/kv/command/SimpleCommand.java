package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommand;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.KvResponse;
import java.util.function.Function;

/** A command that is one function. */
record SimpleCommand(RequestShape rule, Function<KvCall, KvResponse> answer) implements KvCommand {
    @Override
    public KvResponse run(KvCall call) {
        return answer.apply(call);
    }
}
