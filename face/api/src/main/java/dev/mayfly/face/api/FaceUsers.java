package dev.mayfly.face.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The users that log in to one face and are kept with its data; those of the configuration are others. Every method may throw
 * {@link FaceRefusal}, and the engine's exceptions. Safe for concurrent use.
 */
public interface FaceUsers {
    /**
     * A user.
     *
     * @param roles in the words of the face, such as {@code readWrite@shop} or {@code data_reader[cache]}
     */
    record FaceUser(String name, List<String> roles) {
        public FaceUser {
            roles = List.copyOf(roles);
        }
    }

    /**
     * A token by which a client may act in one role of a user for a while.
     *
     * @param seconds for which it holds
     */
    record AccessToken(String role, String token, int seconds) {}

    /**
     * A key by which a client may act as the whole account, without its text.
     *
     * @param fingerprint the beginning of the SHA-256 of its bytes, by which one key is told from another
     */
    record AccountKey(String name, String fingerprint, boolean readsOnly) {}

    /** Returns all users, by name. */
    List<FaceUser> users();

    /**
     * Makes a user, or gives one other roles and another password.
     *
     * @param password null to leave that of a user unchanged
     */
    void put(FaceUser user, @Nullable String password);

    /** Removes a user; answers whether there was one. */
    boolean remove(String name);

    /**
     * Makes tokens, one for each role of a user.
     *
     * @param seconds for which they hold
     */
    default List<AccessToken> tokens(String name, int seconds) {
        throw FaceRefusal.invalid("users of this face log in with their passwords");
    }

    /** Returns the keys of the account; none where clients log in as users alone. */
    default List<AccountKey> keys() {
        return List.of();
    }
}
