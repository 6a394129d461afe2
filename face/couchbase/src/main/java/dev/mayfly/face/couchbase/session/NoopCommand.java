package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.wire.KvResponse;

/** NOOP: an answer and nothing else; how clients ping. */
final class NoopCommand implements KvCommand {
    private static final RequestShape RULE =
            RequestShape.connection(Privilege.NONE).noKey().noValue();

    @Override
    public RequestShape rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        return KvResponse.success();
    }
}
