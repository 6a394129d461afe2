package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.wire.KvResponse;
import java.util.stream.Collectors;

/** SASL_LIST_MECHS: the ways to log in, the best first. */
final class SaslListCommand implements KvCommand {
    private static final Rule RULE = Rule.connection(Privilege.NONE).noKey().noValue();
    private static final String MECHANISMS =
            Authentication.MECHANISMS.stream().map(Authentication::shown).collect(Collectors.joining(" ")) + " "
                    + SaslAuthCommand.PLAIN;

    @Override
    public Rule rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        return KvResponse.success().text(MECHANISMS);
    }
}
