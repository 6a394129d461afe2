package dev.mayfly.face.mongo.session;

import java.util.List;
import java.util.Optional;

/** Where users are kept. Safe for concurrent use; may wait. */
public interface UserStore {
    Optional<User> find(UserName name);

    /** Answers false if the name is taken. */
    boolean create(User user);

    /** Replaces a user, or answers false if there is none of this name. */
    boolean update(User user);

    /** Answers false if there was none. */
    boolean drop(UserName name);

    /** All users, in the order of database and name. */
    List<User> list();
}
