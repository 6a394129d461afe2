package dev.mayfly.face.couchbase.session;

import com.ongres.scram.common.ScramMechanism;
import org.jspecify.annotations.Nullable;

/** Who may log in. Safe for concurrent use; may wait. */
public interface Accounts {
    /** What is kept of a user's password for this mechanism, or null if there is no such user. */
    @Nullable
    ScramSecret secret(String user, ScramMechanism mechanism);

    /** The user of this name, or null. */
    @Nullable
    Identity identity(String user);
}
