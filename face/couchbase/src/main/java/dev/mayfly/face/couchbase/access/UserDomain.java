package dev.mayfly.face.couchbase.access;

/** The place where a user's password is known. A user of one domain is distinct from its namesake in the other. */
public enum UserDomain {
    /** In the cluster itself. */
    LOCAL("local", "user/"),
    /** In a directory of users beside the cluster; such a user has roles here, and no password. */
    EXTERNAL("external", "external/");

    private final String text;
    private final String prefix;

    UserDomain(String text, String prefix) {
        this.text = text;
        this.prefix = prefix;
    }

    /** Returns the form of clients. */
    public String text() {
        return text;
    }

    /** Returns the prefix of the keys of records of such users. */
    String prefix() {
        return prefix;
    }
}
