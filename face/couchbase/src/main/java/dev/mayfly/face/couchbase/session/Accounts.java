package dev.mayfly.face.couchbase.session;

import com.ongres.scram.common.ScramMechanism;
import dev.mayfly.face.transport.scram.ScramSecret;
import org.jspecify.annotations.Nullable;

/** The users that may log in. Safe for concurrent use; may wait. */
public interface Accounts {
    /** Returns the stored secret of a user for this mechanism, or null if there is no such user. */
    @Nullable
    ScramSecret secret(String user, ScramMechanism mechanism);

    /** Returns the salt of a user that is not stored, or is unknown: the same at every start. */
    byte[] salt(String user, ScramMechanism mechanism);

    /** The user of this name, or null. */
    @Nullable
    Identity identity(String user);
}
