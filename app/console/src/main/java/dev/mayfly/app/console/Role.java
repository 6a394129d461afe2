package dev.mayfly.app.console;

import java.util.List;

/** What somebody may do over the admin face; each may do what those before it may. */
public enum Role {
    /** See figures, but no documents. */
    MONITOR("monitor"),
    /** Look at everything. */
    READ("read"),
    /** Decide how long documents live: policies, holds, restoring and purging, the sweeper's brake, the clock. */
    TTL_ADMIN("ttlAdmin"),
    /** Everything: write documents too, backups, webhooks. */
    ADMIN("admin");

    private final String word;

    Role(String word) {
        this.word = word;
    }

    /** As it stands in the configuration and in the OpenAPI file. */
    public String word() {
        return word;
    }

    boolean includes(Role other) {
        return compareTo(other) >= 0;
    }

    /** The highest of the roles that these words of the configuration stand for. */
    public static Role highestOf(List<String> words) {
        Role highest = MONITOR;
        for (String each : words) {
            Role role = switch (each) {
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
