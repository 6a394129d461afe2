package dev.mayfly.base.script;

/**
 * What the library of a program may ask of the server while a script runs. It is called by the thread that carries out the
 * request, never by that of the script, and must trust nothing that it is told: a script may have changed what the library
 * is made of.
 */
@FunctionalInterface
public interface ScriptHost {
    /** The function that every host has: it waits for so many milliseconds, within the time that a call may take. */
    String SLEEP = "sleep";

    /** A host that has no functions. */
    ScriptHost NONE = (name, _) -> {
        throw new ScriptException(ScriptException.Kind.PROTOCOL, "no host function " + name);
    };

    /**
     * Carries out a host function.
     *
     * @param argument any text
     * @return any text
     * @throws RuntimeException to end the run; the script learns nothing of it, and it is thrown to the caller of the run
     */
    String call(String name, String argument);
}
