package dev.mayfly.app.console;

import dev.mayfly.base.document.DocumentKey;

/** How a face's keys are written in a URL. */
@FunctionalInterface
public interface KeyReader {
    /** The key that the text stands for; refuses what is none with {@link IllegalArgumentException}. */
    DocumentKey read(String text);
}
