package dev.mayfly.app.server.config;

/**
 * The effective value of one setting and its source.
 *
 * @param where a flag, a variable, a place in a file, or that it is the default
 */
public record EffectiveSetting(Setting setting, String text, String where) {
    static final String DEFAULT = "default";

    public boolean isDefault() {
        return where.equals(DEFAULT);
    }
}
