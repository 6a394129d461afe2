package dev.mayfly.app.console.auth;

import java.util.List;

/** The permissions of a user of the admin face; each role includes those before it. */
public enum AdminRole {
    /** See figures, but no documents. */
    MONITOR("monitor"),
    /** Look at everything. */
    READ("read"),
    /** Decides lifetimes: policies, holds, restoring and purging, the sweeper's brake, the clock. */
    TTL_ADMIN("ttlAdmin"),
    /** Everything: write documents too, backups, webhooks. */
    ADMIN("admin");

    private final String word;

    AdminRole(String word) {
        this.word = word;
    }

    /** Returns the name used in the configuration and in the OpenAPI file. */
    public String word() {
        return word;
    }

    boolean includes(AdminRole other) {
        return compareTo(other) >= 0;
    }

    /** The highest of the roles that these words of the configuration stand for. */
    public static AdminRole highestOf(List<String> words) {
        AdminRole highest = MONITOR;
        for (String each : words) {
            AdminRole role = switch (each) {
                case "root", "admin" -> ADMIN;
                case "ttlAdmin" -> TTL_ADMIN;
                case "readWrite", "read" -> READ;
                default -> MONITOR;
            };
            highest = role.includes(highest) ? role : highest;
        }
        return highest;
    }
}
