package dev.mayfly.face.couchbase.bucket;

import java.util.Locale;

/** The edition of Couchbase Server whose rules are followed. */
public enum Edition {
    COMMUNITY,
    ENTERPRISE;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
