package dev.mayfly.face.mongo.language.regex;

/** A pattern that is no regular expression, or one that is not supported. */
public final class RegexFault extends RuntimeException {
    private static final long serialVersionUID = 1;

    RegexFault(String message, int offset) {
        super(message + " at offset " + offset);
    }
}
