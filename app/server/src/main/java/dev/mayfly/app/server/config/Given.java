package dev.mayfly.app.server.config;

/**
 * The text that was given for a setting.
 *
 * @param where for messages, such as {@code --bind} or {@code mayfly.yaml:3:7}
 */
record Given(String text, Source source, String where) {
    /** Who gave it; the later ones win. */
    enum Source {
        STANDARD,
        FILE,
        ENVIRONMENT,
        FLAG
    }
}
