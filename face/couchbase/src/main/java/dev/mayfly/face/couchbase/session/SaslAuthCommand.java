package dev.mayfly.face.couchbase.session;

import com.ongres.scram.common.ScramMechanism;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;

/** SASL_AUTH: begins a login, and ends it too where the password itself is sent. */
final class SaslAuthCommand implements KvCommand {
    static final String PLAIN = "PLAIN";
    /** The text of a failed login. */
    private static final String FAILURE = "Auth failure";

    private static final RequestShape RULE =
            RequestShape.connection(Privilege.NONE).withKey();

    @Override
    public RequestShape rule() {
        return RULE;
    }

    /** It looks a user up, and may have to wait after many failures. */
    @Override
    public boolean isBounded(KvCall call) {
        return false;
    }

    @Override
    public KvResponse run(KvCall call) {
        KvSession session = call.session();
        session.loggedOut();
        session.begin(null);
        String name = call.request().keyText();
        if (name.equals(PLAIN)) {
            return plain(call);
        }
        ScramMechanism mechanism = KvAuthentication.mechanism(name);
        if (mechanism == null) {
            return failure();
        }
        Login login = session.services().authentication().begin(mechanism);
        String answer = login.exchange().first(call.request().value());
        if (answer == null) {
            return KvResponse.of(Status.EINVAL);
        }
        session.begin(login);
        return KvResponse.of(Status.AUTH_CONTINUE).text(answer);
    }

    /** An identity that may be empty, a name and a password, with zero bytes between. */
    private static KvResponse plain(KvCall call) {
        String[] parts = call.request().valueText().split("\0", -1);
        if (parts.length != 3) {
            return KvResponse.of(Status.EINVAL);
        }
        KvSession session = call.session();
        Identity identity = session.services()
                .authentication()
                .check(parts[1], parts[2], session.connection().peer().getAddress());
        if (identity == null) {
            return failure();
        }
        session.loggedIn(identity);
        return KvResponse.success();
    }

    static KvResponse failure() {
        return KvResponse.of(Status.AUTH_ERROR).text(FAILURE);
    }
}
