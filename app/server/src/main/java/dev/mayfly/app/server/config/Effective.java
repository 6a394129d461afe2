package dev.mayfly.app.server.config;

/**
 * What holds for one setting, and who says so.
 *
 * @param where a flag, a variable, a place in a file, or that it is the default
 */
public record Effective(Setting setting, String text, String where) {
    static final String DEFAULT = "default";

    public boolean isDefault() {
        return where.equals(DEFAULT);
    }
}
