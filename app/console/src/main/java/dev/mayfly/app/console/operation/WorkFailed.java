package dev.mayfly.app.console.operation;

import org.jspecify.annotations.Nullable;

/** Reports that work could not be done, in words for the caller. */
public final class WorkFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String words;

    public WorkFailed(String words, @Nullable Throwable cause) {
        super(words, cause);
        this.words = words;
    }

    public String words() {
        return words;
    }
}
