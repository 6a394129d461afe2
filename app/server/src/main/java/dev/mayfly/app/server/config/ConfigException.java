package dev.mayfly.app.server.config;

import java.util.List;

/** A configuration that is refused. Carries every mistake, each worded so that a person can mend it. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1L;

    /** The exit code of a process with an invalid configuration. */
    public static final int EXIT_CODE = 78;

    private final List<String> mistakes;

    public ConfigException(List<String> mistakes) {
        super(String.join("\n", mistakes));
        this.mistakes = List.copyOf(mistakes);
    }

    public ConfigException(String mistake) {
        this(List.of(mistake));
    }

    public List<String> mistakes() {
        return mistakes;
    }
}
