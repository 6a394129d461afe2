package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.wire.KvResponse;

/** QUIT: says good-bye and closes, when all answers have left. */
final class QuitCommand implements KvCommand {
    private static final RequestShape RULE =
            RequestShape.connection(Privilege.NONE).noKey().noValue();

    @Override
    public RequestShape rule() {
        return RULE;
    }

    /** Apart from the event loop, so that what follows it on the wire is never begun. */
    @Override
    public boolean isBounded(KvCall call) {
        return false;
    }

    @Override
    public KvResponse run(KvCall call) {
        call.closeWhenAnswered();
        return KvResponse.success();
    }
}
