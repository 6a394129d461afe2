package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.wire.KvResponse;

/** VERSION: the release that the node says it is. */
final class VersionCommand implements KvCommand {
    private static final Rule RULE = Rule.connection(Privilege.NONE).noKey().noValue();

    @Override
    public Rule rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        return KvResponse.success().text(call.session().services().version());
    }
}
