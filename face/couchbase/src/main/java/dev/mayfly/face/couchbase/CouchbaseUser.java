package dev.mayfly.face.couchbase;

import java.util.List;

/**
 * Somebody whom the configuration lets in.
 *
 * @param roles by the words of the configuration: root, readWrite, read, monitor
 */
public record CouchbaseUser(String name, String password, List<String> roles) {
    /** Who may do everything as installed, on loopback alone. */
    public static final CouchbaseUser INSTALLED = new CouchbaseUser("Administrator", "password", List.of("root"));

    public CouchbaseUser {
        roles = List.copyOf(roles);
    }

    @Override
    public String toString() {
        return name + " " + roles;
    }
}
