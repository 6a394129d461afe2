package dev.mayfly.base.script;

import org.jspecify.annotations.Nullable;

/** A library for scripts, whose interpreter is made when the first script runs. Safe for concurrent use. */
public final class ScriptLibrary {
    private final Class<?> beside;
    private final String name;
    private @Nullable ScriptProgram program;

    /**
     * A library that is a resource.
     *
     * @param beside a class in whose package the resource is
     * @param name of the resource
     */
    public ScriptLibrary(Class<?> beside, String name) {
        this.beside = beside;
        this.name = name;
    }

    /** Returns the interpreter in which the library stands ready. */
    public synchronized ScriptProgram program() {
        if (program == null) {
            program = ScriptProgram.of(beside, name);
        }
        return program;
    }
}
