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
}
