package dev.mayfly.app.server.config;

/**
 * The text that was given for a setting.
 *
 * @param where for messages, such as {@code --bind} or {@code mayfly.yaml:3:7}
 */
record SettingText(String text, Source source, String where) {
    /** The source of the value; later ones override earlier ones. */
    enum Source {
        STANDARD,
        FILE,
        ENVIRONMENT,
        FLAG
    }
}
