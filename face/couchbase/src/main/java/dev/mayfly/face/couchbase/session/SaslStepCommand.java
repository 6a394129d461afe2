package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;

/** SASL_STEP: ends a login that was begun. */
final class SaslStepCommand implements KvCommand {
    private static final RequestShape RULE =
            RequestShape.connection(Privilege.NONE).withKey();

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
        KvSession session = call.session();
        Login login = session.login();
        session.begin(null);
        if (login == null) {
            return KvResponse.of(Status.EINVAL);
        }
        if (!KvAuthentication.shown(login.mechanism()).equals(call.request().keyText())) {
            return SaslAuthCommand.failure();
        }
        KvAuthentication.Proven proven = session.services()
                .authentication()
                .prove(
                        login,
                        call.request().value(),
                        session.connection().peer().getAddress());
        if (proven == null) {
            return SaslAuthCommand.failure();
        }
        session.loggedIn(proven.identity());
        return KvResponse.success().text(proven.answer());
    }
}
