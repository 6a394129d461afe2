package dev.mayfly.face.couchbase.access;

/** Where the password of a user is known. A user of one domain is another one than its namesake in the other domain. */
public enum UserDomain {
    /** Here. */
    LOCAL("local", "user/"),
    /** In a directory of users beside the cluster; such a user has roles here, and no password. */
    EXTERNAL("external", "external/");

    private final String text;
    private final String prefix;

    UserDomain(String text, String prefix) {
        this.text = text;
        this.prefix = prefix;
    }

    /** As clients write it. */
    public String text() {
        return text;
    }

    /** What the keys of records of such users begin with. */
    String prefix() {
        return prefix;
    }
}
