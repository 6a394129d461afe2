package dev.mayfly.base.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** An interpreter in which a library stands ready, from which runs are copied. Immutable. */
public final class ScriptProgram {
    private static final String LIBRARY = "LIBRARY";

    private final InterpreterImage image;

    private ScriptProgram(InterpreterImage image) {
        this.image = image;
    }

    /**
     * Makes an interpreter with a library, which takes some milliseconds.
     *
     * @param library an expression of JavaScript: a function of {@code host}, which calls a host function by its name with a
     *     text and returns a text, and of {@code evaluate}, which evaluates a text as a script; it returns an object of
     *     functions from text to text, the entries that a run can call
     */
    public static ScriptProgram of(String library) {
        String kernel = resource(ScriptProgram.class, "kernel.js");
        return new ScriptProgram(InterpreterImage.of(kernel.replace(LIBRARY, library)));
    }

    /** The same of a library that is a resource beside a class. */
    public static ScriptProgram of(Class<?> beside, String name) {
        return of(resource(beside, name));
    }

    private static String resource(Class<?> beside, String name) {
        try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    InterpreterImage image() {
        return image;
    }
}
