package dev.mayfly.face.mongo.language.regex;

/** A search has reached a limit: of steps, of memory, or the pattern's own. */
final class RegexLimitException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RegexLimitException(String message) {
        super(message, null, false, false);
    }
}
