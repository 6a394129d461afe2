package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.wire.KvResponse;
import java.util.stream.Collectors;

/** SASL_LIST_MECHS: the ways to log in, the best first. */
final class SaslListCommand implements KvCommand {
    private static final RequestShape RULE =
            RequestShape.connection(Privilege.NONE).noKey().noValue();
    private static final String MECHANISMS =
            KvAuthentication.MECHANISMS.stream().map(KvAuthentication::shown).collect(Collectors.joining(" ")) + " "
                    + SaslAuthCommand.PLAIN;

    @Override
    public RequestShape rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        return KvResponse.success().text(MECHANISMS);
    }
}
