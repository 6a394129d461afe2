package dev.mayfly.face.mongo.session;

import java.util.List;
import java.util.Optional;

/** The store of users. Safe for concurrent use; may wait. */
public interface UserStore {
    Optional<User> find(UserName name);

    /** Returns false if the name is taken. */
    boolean create(User user);

    /** Replaces a user, or returns false if no user has this name. */
    boolean update(User user);

    /** Returns false if the user does not exist. */
    boolean drop(UserName name);

    /** The bytes from which the salts of names without a stored user are made; the same at every start. */
    byte[] secret();

    /** Returns all users, in the order of database and name. */
    List<User> list();
}
